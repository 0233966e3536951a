import type { Socket } from "node:net";
import { fullMessage } from "#server/lib/operator-error.ts";
import {
  fatalError,
  greeting,
  MessageReader,
  ownApplication,
  parsedName,
  queryMessage,
  requestCode,
  startUpParameters,
} from "./wire-messages.ts";

/** Messages that the database executes together. A batch that is `complete` ends with ReadyForQuery, others end with a Flush. */
export interface Batch {
  bytes: Buffer;
  complete: boolean;
  /** True when an effect of the batch may outlive its transaction. */
  mayLast: boolean;
  /** The Parse message at the beginning, when it names a statement, and the messages after it. */
  naming: { parse: Buffer; rest: Buffer } | null;
}

interface ConnectionEvents {
  /** At least one more batch can be taken. */
  ready(connection: WireConnection): void;
  closed(connection: WireConnection): void;
}

/** The connection of one client: answers its start-up and groups its messages into batches. Executes nothing. */
export class WireConnection {
  readonly #socket: Socket;
  readonly #reader = new MessageReader();
  readonly #batches: Batch[] = [];
  readonly #greeting: Buffer;
  readonly #events: ConnectionEvents;
  #started = false;
  #failed = false;
  #collected: Buffer[] = [];
  #refusal: string | null = null;

  constructor(socket: Socket, options: { id: number; serverVersion: string; events: ConnectionEvents }) {
    this.#socket = socket;
    this.#greeting = greeting(options.id, options.serverVersion);
    this.#events = options.events;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    // A client that vanishes also causes "close", whose listener rolls the transaction back.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#events.closed(this));
  }

  get hasBatch(): boolean {
    return this.#batches.length > 0;
  }

  get isClosed(): boolean {
    return this.#failed || this.#socket.destroyed;
  }

  takeBatch(): Batch | undefined {
    return this.#batches.shift();
  }

  send(bytes: Buffer): void {
    if (!this.#socket.destroyed && bytes.length > 0) this.#socket.write(bytes);
  }

  /** Ends the connection with an error. Messages that the client has already sent are not executed. */
  fail(code: string, reason: string): void {
    this.#failed = true;
    this.send(fatalError(code, reason));
    this.#socket.destroySoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#failed) return;
    this.#reader.push(chunk);
    try {
      this.#readAll();
    } catch (error) {
      this.fail("08P01", fullMessage(error));
    }
  }

  #readAll(): void {
    while (!this.isClosed && !this.#started) {
      const packet = this.#reader.takeStartUpPacket();
      if (!packet) return;
      this.#startUp(packet);
    }
    let message = this.#reader.takeMessage();
    while (message && !this.isClosed) {
      this.#collect(message);
      message = this.#reader.takeMessage();
    }
  }

  #startUp(packet: Buffer): void {
    switch (packet.readInt32BE(4)) {
      case requestCode.ssl:
      case requestCode.gssEncryption:
        this.send(Buffer.from("N"));
        return;
      case requestCode.startUp:
        if (startUpParameters(packet).get("application_name") !== ownApplication) {
          this.fail(
            "28000",
            "this socket is the Tenue server's alone: stop it and copy its data folder instead",
          );
          return;
        }
        this.#started = true;
        this.send(this.#greeting);
        return;
      case requestCode.cancel: // nothing can interrupt a statement that runs in WebAssembly
        this.destroy();
        return;
      default:
        this.fail("08P01", "unsupported protocol version");
    }
  }

  #collect(message: Buffer): void {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === "X") {
      this.destroy();
      return;
    }
    this.#refusal ??= findRefusal(message);
    this.#collected.push(message);
    if (type === "H") this.#release(false);
    if (type === "Q" || type === "S" || type === "F") this.#release(true);
  }

  #release(complete: boolean): void {
    // A refused batch waits for its last message, because the client expects ReadyForQuery only then.
    if (this.#refusal !== null && !complete) return;
    this.#batches.push(
      this.#refusal === null
        ? batchOf(this.#collected, complete)
        : { bytes: refusalQuery(this.#refusal), complete, mayLast: false, naming: null },
    );
    this.#collected = [];
    this.#refusal = null;
    this.#events.ready(this);
  }
}

function batchOf(messages: Buffer[], complete: boolean): Batch {
  const [first, ...others] = messages;
  const bytes = messages.length === 1 && first ? first : Buffer.concat(messages);
  const names = first !== undefined && first[0] === parseType && parsedName(first) !== "";
  return {
    bytes,
    complete,
    mayLast: messages.some(mayLast),
    naming: names ? { parse: first, rest: Buffer.concat(others) } : null,
  };
}

/*
 * All connections share the one session of the embedded database. State that outlives a transaction there would
 * change the meaning of other connections' statements, so it is refused instead of leaking silently.
 */
const lastingStatement =
  /^\s*(?:set\s+(?!local\b|transaction\b|constraints\b)|reset\b|listen\b|prepare\b(?!\s+transaction)|discard\b)/i;
const copyFromClient = /^\s*copy\b[^;]*\bfrom\s+stdin\b/i;
const inspectedBytes = 256;
const [queryType, parseType] = [0x51, 0x50];

/** Why a Query or Parse message must not reach the shared session, or null when it may. */
function findRefusal(message: Buffer): string | null {
  const type = message[0];
  if (type !== queryType && type !== parseType) return null;
  const start = type === queryType ? 5 : message.indexOf(0, 5) + 1;
  const sql = message.toString("latin1", start, start + inspectedBytes);
  if (copyFromClient.test(sql)) return "the embedded database does not accept copy from stdin";
  return lastingStatement.test(sql)
    ? "session settings are shared between connections of the embedded database; use set local inside a transaction"
    : null;
}

/*
 * Statements that are not refused because they are nested or follow another statement. Most never occur. A false
 * positive costs one reset (the `set` of an update does not match).
 */
const lastingEffect =
  /\bset_config\s*\(|\bpg_(?:try_)?advisory_lock\b|;\s*(?:set|reset|listen|prepare|discard|declare|load)\b|\bwith\s+hold\b|\bdo\s+(?:language\b|\$)/i;

/** True when a Query or Parse message may leave state in the session that outlives its transaction. */
function mayLast(message: Buffer): boolean {
  const type = message[0];
  return (type === queryType || type === parseType) && lastingEffect.test(message.toString("latin1", 5));
}

/** Resets the session to its initial state, except for named statements and temporary tables, which the server itself uses. */
export const sessionReset = queryMessage(
  "reset session authorization; reset all; close all; unlisten *; select pg_advisory_unlock_all()",
);

/** A statement that fails with the reason. The database itself runs it, so that an open transaction is marked as failed, too. */
export function refusalQuery(reason: string): Buffer {
  return queryMessage(
    `do $$ begin raise feature_not_supported using message = '${reason.replaceAll("'", "''")}'; end $$`,
  );
}
