import { BlockList, isIPv6 } from "node:net";
import type { DnsAnswer, LookUp, RecordType } from "#server/lib/dns-lookup.ts";
import { reverseName } from "./reverse-name.ts";
import { SpfError } from "./spf-error.ts";
import { expandMacros, type SpfContext } from "./spf-macros.rules.ts";
import { parseSpf, type SpfMechanism, type SpfRecord, spfRecords } from "./spf-record.rules.ts";

type SpfResult = "pass" | "fail" | "softfail" | "neutral" | "none" | "permerror" | "temperror";

export type SpfEvaluation = {
  result: SpfResult;
  /** Questions that count against the ten that RFC 7208 § 4.6.4 allows. */
  lookUps: number;
  /** What is wrong with it, as a French clause; null unless the result is an error. */
  problem: string | null;
  /** Domains whose records were taken in by `include` and `redirect`. */
  included: string[];
};

export const spfLimits = { lookUps: 10, voids: 2, servers: 10 } as const;

/** One run through a record and what it includes. */
type Run = { lookUp: LookUp; lookUps: number; voids: number; included: string[] };

const results = { "+": "pass", "-": "fail", "~": "softfail", "?": "neutral" } as const;

/** What a receiver's `check_host` (RFC 7208) says of an address that sends for a domain. */
export async function evaluateSpf(lookUp: LookUp, context: SpfContext): Promise<SpfEvaluation> {
  const run: Run = { lookUp, lookUps: 0, voids: 0, included: [] };
  const ended = (result: SpfResult, problem: string | null) => ({
    ...{ result, problem },
    ...{ lookUps: run.lookUps, included: run.included },
  });
  try {
    return ended(await checkHost(run, context), null);
  } catch (error) {
    if (error instanceof SpfError) return ended(error.result, error.message);
    throw error;
  }
}

async function checkHost(run: Run, context: SpfContext): Promise<SpfResult> {
  const answer = await ask(run, context.domain, "TXT");
  const records = spfRecords(answer.type === "found" ? answer.records : []);
  if (records.length > 1) {
    throw new SpfError("permerror", `${context.domain} a ${records.length} enregistrements SPF au lieu d’un`);
  }
  const [record] = records;
  return record === undefined ? "none" : judge(run, parseSpf(record), context);
}

async function judge(run: Run, { mechanisms, redirect }: SpfRecord, context: SpfContext): Promise<SpfResult> {
  for (const mechanism of mechanisms) {
    if (await matches(run, mechanism, context)) return results[mechanism.qualifier];
  }
  if (redirect === null) return "neutral";
  count(run);
  return existing(await follow(run, redirect, context), redirect);
}

/** The record of another domain, judged in its place. */
function follow(run: Run, target: string, context: SpfContext): Promise<SpfResult> {
  const domain = expandMacros(target, context);
  run.included.push(domain);
  return checkHost(run, { ...context, domain });
}

function existing(result: SpfResult, domain: string): SpfResult {
  if (result === "none") throw new SpfError("permerror", `${domain}, qui y est inclus, n’a pas de SPF`);
  return result;
}

async function matches(run: Run, mechanism: SpfMechanism, context: SpfContext): Promise<boolean> {
  const { name, value } = mechanism;
  if (name === "all") return true;
  if (name === "ip4" || name === "ip6") return isWithin(context.ip, value, mechanism);
  count(run);
  if (name === "include") return existing(await follow(run, value, context), value) === "pass";
  const domain = value === "" ? context.domain : expandMacros(value, context);
  if (name === "exists") return (await askCounted(run, domain, "A")).length > 0;
  if (name === "ptr") return isNamedWithin(run, context.ip, domain);
  const hosts = name === "mx" ? await mailServers(run, domain) : [domain];
  for (const host of hosts) {
    const addresses = await addressesOf(run, host, context.ip);
    if (addresses.some((address) => isWithin(context.ip, address, mechanism))) return true;
  }
  return false;
}

function count(run: Run): void {
  run.lookUps += 1;
  if (run.lookUps > spfLimits.lookUps) {
    throw new SpfError("permerror", `il demande plus de ${spfLimits.lookUps} recherches DNS`);
  }
}

async function mailServers(run: Run, domain: string): Promise<string[]> {
  const servers = await askCounted(run, domain, "MX");
  if (servers.length > spfLimits.servers) {
    throw new SpfError("permerror", `${domain} a plus de ${spfLimits.servers} serveurs MX`);
  }
  return servers;
}

/** Of the family of `ip`, which is all that receivers ask for. */
function addressesOf(run: Run, host: string, ip: string): Promise<string[]> {
  return askCounted(run, host, isIPv6(ip) ? "AAAA" : "A");
}

async function isNamedWithin(run: Run, ip: string, domain: string): Promise<boolean> {
  const names = (await askCounted(run, reverseName(ip), "PTR")).slice(0, spfLimits.servers);
  for (const name of names) {
    const isInside = `.${name.toLowerCase()}`.endsWith(`.${domain.toLowerCase()}`);
    if (isInside && (await addressesOf(run, name, ip)).includes(ip)) return true;
  }
  return false;
}

/** Too many questions without an answer spoil the record. */
async function askCounted(run: Run, name: string, type: RecordType): Promise<string[]> {
  const answer = await ask(run, name, type);
  if (answer.type === "found") return answer.records;
  run.voids += 1;
  if (run.voids > spfLimits.voids) {
    throw new SpfError("permerror", `plus de ${spfLimits.voids} de ses noms n’existent pas`);
  }
  return [];
}

async function ask(run: Run, name: string, type: RecordType): Promise<DnsAnswer> {
  const answer = await run.lookUp(name, type);
  if (answer.type === "unanswered") throw new SpfError("temperror", `le DNS ne répond pas pour ${name}`);
  return answer;
}

function isWithin(ip: string, network: string, { prefix }: Pick<SpfMechanism, "prefix">): boolean {
  if (isIPv6(ip) !== isIPv6(network)) return false;
  const family = isIPv6(ip) ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(network, family === "ipv6" ? prefix.ip6 : prefix.ip4, family);
  return list.check(ip, family);
}
