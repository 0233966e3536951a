import type { DnsAnswer, LookUp, RecordType } from "#server/lib/dns.ts";

/** "TXT exemple.fr" → its records, or null for a query without an answer. Names that are not listed do not exist. */
export type Records = Record<string, readonly string[] | null>;

export function fakeDns(records: Records): LookUp {
  return async (name: string, type: RecordType): Promise<DnsAnswer> => {
    const found = records[`${type} ${name.toLowerCase()}`];
    if (found === null) return { type: "unanswered" };
    return found === undefined || found.length === 0
      ? { type: "none" }
      : { type: "found", records: [...found] };
  };
}

/** Returns the answers in the format of `node:dns`, which mailauth expects. */
export function asNodeResolver(lookUp: LookUp) {
  return async (name: string, type: string): Promise<string[] | string[][]> => {
    const answer = await lookUp(name, type as RecordType);
    if (answer.type === "none") throw Object.assign(new Error("no such record"), { code: "ENOTFOUND" });
    if (answer.type === "unanswered") throw Object.assign(new Error("no answer"), { code: "ETIMEOUT" });
    if (type === "TXT") return answer.records.map((text) => text.match(/.{1,255}/gs) ?? [""]);
    if (type !== "MX") return answer.records;
    // mailauth's types lack MX records, but it reads them in Node's format.
    return answer.records.map((exchange, priority) => ({ exchange, priority })) as unknown as string[];
  };
}
