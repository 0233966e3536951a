import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";

/** The records of a domain, as its owner would write them. A domain without a zone does not exist. */
export type Zone = {
  mx?: { priority: number; exchange: string }[];
  a?: string[];
  txt?: string[];
  ptr?: string[];
  cname?: string[];
  /** True when queries about the domain get no answer. */
  silent?: boolean;
};

export type DnsServer = {
  /** The value for DNS_SERVERS. */
  address: string;
  /** The answers, which may change at any time. `*` matches every other domain. */
  zones: Map<string, Zone>;
  /** The queries so far, e.g. "MX exemple.test". */
  asked: string[];
  stop: () => Promise<void>;
};

const types = new Map([
  [1, "A"],
  [2, "NS"],
  [5, "CNAME"],
  [12, "PTR"],
  [15, "MX"],
  [16, "TXT"],
  [28, "AAAA"],
]);
const nameError = 3;

/** A DNS server on this machine, over UDP, with the part of RFC 1035 that a resolver needs. */
export async function startDnsServer(zones: Record<string, Zone> = {}): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const server: DnsServer = {
    address: "",
    zones: new Map(Object.entries(zones)),
    asked: [],
    async stop() {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
  socket.on("message", (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(query);
    server.asked.push(`${types.get(type) ?? type} ${name}`);
    const zone = server.zones.get(name) ?? server.zones.get("*");
    if (!zone?.silent) socket.send(answer(query.subarray(0, end), type, zone), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let place = 12;
  for (let length = query.readUInt8(place); length > 0; length = query.readUInt8(place)) {
    labels.push(query.toString("latin1", place + 1, place + 1 + length));
    place += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(place + 1), end: place + 5 };
}

/** The answer: the query followed by the records of its type. */
function answer(question: Buffer, type: number, zone: Zone | undefined): Buffer {
  const records = zone ? recordsOf(type, zone) : [];
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | (zone ? 0 : nameError), 2); // flags: a recursive answer
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records.map((data) => record(type, data))]);
}

function recordsOf(type: number, { mx = [], a = [], txt = [], ptr = [], cname = [] }: Zone): Buffer[] {
  switch (types.get(type)) {
    case "MX":
      return mx.map(({ priority, exchange }) => Buffer.concat([number(priority), domainName(exchange)]));
    case "A":
      return a.map((address) => Buffer.from(address.split(".").map(Number)));
    case "PTR":
      return ptr.map(domainName);
    case "CNAME":
      return cname.map(domainName);
    case "TXT":
      return txt.map((text) => Buffer.concat(text.match(/.{1,255}/gs)?.map(characters) ?? []));
    default:
      return [];
  }
}

/** A record whose name is a pointer to the name in the query, with a TTL of a minute. */
function record(type: number, data: Buffer): Buffer {
  const minute = Buffer.from([0, 0, 0, 60]);
  return Buffer.concat([number(0xc00c), number(type), number(1), minute, number(data.length), data]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

const characters = (text: string) =>
  Buffer.concat([Buffer.from([Buffer.byteLength(text, "latin1")]), Buffer.from(text, "latin1")]);

/** "." is the root: no label at all. */
function domainName(name: string): Buffer {
  const labels = name.split(".").filter(Boolean);
  return Buffer.concat([...labels.map(characters), Buffer.from([0])]);
}
