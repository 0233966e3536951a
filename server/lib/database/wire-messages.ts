/** The few messages of the PostgreSQL wire protocol 3.0 that the embedded server reads or writes itself. */

export const requestCode = {
  startUp: 196_608,
  cancel: 80_877_102,
  ssl: 80_877_103,
  gssEncryption: 80_877_104,
} as const;

/**
 * The application name of our own pool at the embedded database's socket. Other clients are refused, because programs like pg_dump and psql
 * change settings of the shared session. This prevents mistakes; the rights of the folder protect against attackers.
 */
export const ownApplication = "tenue";

export type TransactionStatus = "idle" | "open" | "failed";

const statusByLetter: Record<string, TransactionStatus> = { I: "idle", T: "open", E: "failed" };
const readyForQueryBytes = 6;

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function int32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeInt32BE(value, index * 4);
  });
  return bytes;
}

function text(...values: string[]): Buffer {
  return Buffer.from(values.map((value) => `${value}\0`).join(""), "utf8");
}

export function queryMessage(sql: string): Buffer {
  return message("Q", text(sql));
}

/** The answer to a successful Parse message. */
export const parseComplete = message("1");

export function isParseComplete(answer: Buffer): boolean {
  return answer.subarray(0, parseComplete.length).equals(parseComplete);
}

/** The name of the statement that a Parse message creates; empty for an unnamed statement. */
export function parsedName(parse: Buffer): string {
  return parse.toString("latin1", 5, parse.indexOf(0, 5));
}

export function syncMessage(): Buffer {
  return message("S");
}

/** Everything that a client waits for after its start-up packet. Only the socket's owner can connect, so there is no password. */
export function greeting(processId: number, serverVersion: string): Buffer {
  const parameters = {
    server_version: serverVersion,
    server_encoding: "UTF8",
    client_encoding: "UTF8",
    DateStyle: "ISO, MDY",
    IntervalStyle: "postgres",
    TimeZone: "UTC",
    integer_datetimes: "on",
    standard_conforming_strings: "on",
  };
  return Buffer.concat([
    message("R", int32(0)),
    ...Object.entries(parameters).map(([name, value]) => message("S", text(name, value))),
    message("K", int32(processId, 0)),
    message("Z", Buffer.from("I")),
  ]);
}

export function fatalError(code: string, reason: string): Buffer {
  return message("E", text("SFATAL", "VFATAL", `C${code}`, `M${reason}`), Buffer.from([0]));
}

/** The status of the ReadyForQuery that ends a complete answer; null when the answer does not end with one. */
export function finalStatus(answer: Buffer): TransactionStatus | null {
  const end = answer.subarray(-readyForQueryBytes);
  if (end.length < readyForQueryBytes || end[0] !== 0x5a || end.readInt32BE(1) !== 5) return null;
  return statusByLetter[end.toString("latin1", 5)] ?? null;
}

/** The parameters of a start-up packet: user, database, application_name and the like. */
export function startUpParameters(packet: Buffer): Map<string, string> {
  const parts = packet.toString("utf8", 8).split("\0");
  const pairs = parts.flatMap((name, index) =>
    index % 2 === 0 && name ? [[name, parts[index + 1] ?? ""] as const] : [],
  );
  return new Map(pairs);
}

/** Splits a byte stream into whole messages. Bytes are joined once per message, so a large parameter costs linear time. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #size = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** The start-up packets are the only ones without a type byte. */
  takeStartUpPacket(): Buffer | null {
    return this.#take(0);
  }

  takeMessage(): Buffer | null {
    return this.#take(1);
  }

  #take(typeBytes: 0 | 1): Buffer | null {
    const headBytes = typeBytes + 4;
    if (this.#size < headBytes) return null;
    const length = this.#head(headBytes).readUInt32BE(typeBytes) + typeBytes;
    if (length < headBytes) throw new RangeError("malformed message length");
    if (this.#size < length) return null;
    const all = this.#joined();
    this.#chunks = length < all.length ? [all.subarray(length)] : [];
    this.#size -= length;
    return all.subarray(0, length);
  }

  #head(bytes: number): Buffer {
    const first = this.#chunks[0];
    return first && first.length >= bytes ? first : this.#joined();
  }

  #joined(): Buffer {
    const [first] = this.#chunks;
    if (this.#chunks.length === 1 && first) return first;
    const all = Buffer.concat(this.#chunks, this.#size);
    this.#chunks = [all];
    return all;
  }
}
