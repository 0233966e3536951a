import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { DnsAnswer, LookUp, RecordType } from "#server/lib/dns.ts";

type SpfResult = "pass" | "fail" | "softfail" | "neutral" | "none" | "permerror" | "temperror";

export type SpfEvaluation = {
  result: SpfResult;
  /** DNS look-ups that count against the ten of RFC 7208, 4.6.4. */
  lookUps: number;
  /** The fault as a French clause; null unless the result is an error. */
  problem: string | null;
  /** Domains whose records `include` and `redirect` name. */
  included: string[];
};

export const spfLimits = { lookUps: 10, voids: 2, servers: 10 } as const;

/** One evaluation of a record and its includes. */
type Run = { lookUp: LookUp; lookUps: number; voids: number; included: string[] };

const results = { "+": "pass", "-": "fail", "~": "softfail", "?": "neutral" } as const;

/** The result of a receiver's `check_host` (RFC 7208) for a sending address and a domain. */
export async function evaluateSpf(lookUp: LookUp, context: SpfContext): Promise<SpfEvaluation> {
  const run: Run = { lookUp, lookUps: 0, voids: 0, included: [] };
  const ended = (result: SpfResult, problem: string | null) => ({
    result,
    problem,
    lookUps: run.lookUps,
    included: run.included,
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

/** Evaluates the record of the domain that `include` or `redirect` names. */
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

/** Looks up the addresses of a host in the family of `ip` only, as receivers do. */
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

/** Looks up a name. Too many look-ups without a result make the record invalid (RFC 7208, 4.6.4). @throws SpfError */
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

/** Why an SPF record cannot be evaluated: invalid, or the DNS did not answer. The message is a French clause. */
class SpfError extends Error {
  override name = "SpfError";
  readonly result: "permerror" | "temperror";

  constructor(result: "permerror" | "temperror", message: string) {
    super(message);
    this.result = result;
  }
}

/** The name under which the DNS has the PTR record of an IP address. */
export function reverseName(ip: string): string {
  return isIPv6(ip)
    ? `${[...nibbles(ip)].reverse().join(".")}.ip6.arpa`
    : `${ip.split(".").reverse().join(".")}.in-addr.arpa`;
}

type SpfQualifier = "+" | "-" | "~" | "?";

type SpfMechanism = {
  qualifier: SpfQualifier;
  name: "all" | "include" | "a" | "mx" | "ptr" | "ip4" | "ip6" | "exists";
  /** The domain as written, with macros; the network of ip4 and ip6. Empty: the evaluated domain. */
  value: string;
  prefix: { ip4: number; ip6: number };
};

type SpfRecord = { mechanisms: SpfMechanism[]; redirect: string | null };

/** The SPF records among the TXT records of a domain. */
export const spfRecords = (texts: readonly string[]) => texts.filter((text) => /^v=spf1(?: |$)/i.test(text));

const mechanism = /^([+~?-]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?::(.*?))?(?:\/(\d+))?(?:\/\/(\d+))?$/i;
const modifier = /^([a-z][\w.-]*)=(.*)$/i;
const needsDomain = new Set(["include", "exists", "ip4", "ip6"]);

/** @throws SpfError `permerror`: one syntax error makes the whole record invalid (RFC 7208) */
function parseSpf(text: string): SpfRecord {
  const record: SpfRecord = { mechanisms: [], redirect: null };
  const modifiers = new Set<string>();
  for (const term of text.split(" ").slice(1).filter(Boolean)) {
    const [, name, value = ""] = modifier.exec(term) ?? [];
    if (name === undefined) record.mechanisms.push(parseMechanism(term));
    else if (["redirect", "exp"].includes(name.toLowerCase())) {
      if (modifiers.has(name.toLowerCase()) || value === "") throw broken(term);
      modifiers.add(name.toLowerCase());
      if (name.toLowerCase() === "redirect") record.redirect = value;
    }
  }
  return record;
}

function parseMechanism(term: string): SpfMechanism {
  const match = mechanism.exec(term);
  if (!match) throw broken(term);
  const [, qualifier = "", given = "", value, prefix, prefix6] = match;
  const name = given.toLowerCase() as SpfMechanism["name"];
  if (value === "" || (needsDomain.has(name) && value === undefined)) throw broken(term);
  if (name === "all" && (value ?? prefix ?? prefix6) !== undefined) throw broken(term);
  const lengths = name === "ip6" ? { ip4: 32, ip6: Number(prefix ?? 128) } : prefixes(prefix, prefix6);
  if (lengths.ip4 > 32 || lengths.ip6 > 128) throw broken(term);
  if (name === "ip4" && !isIPv4(value ?? "")) throw broken(term);
  if (name === "ip6" && !isIPv6(value ?? "")) throw broken(term);
  return { qualifier: (qualifier || "+") as SpfQualifier, name, value: value ?? "", prefix: lengths };
}

const prefixes = (ip4 = "32", ip6 = "128") => ({ ip4: Number(ip4), ip6: Number(ip6) });
const broken = (term: string) => new SpfError("permerror", `« ${term} » n’est pas une règle SPF`);

/** The macro letters of RFC 7208 § 7.2. */
export type SpfContext = { ip: string; sender: string; helo: string; domain: string };

const macro = /%(?:\{([slodiphv])(\d*)(r?)([.\-+,/_=]*)\}|([%_-])|(.?))/gi;
const literals: Record<string, string> = { "%": "%", _: " ", "-": "%20" };

/** Expands the macros of a domain in an SPF record. @throws SpfError for an unknown macro */
function expandMacros(text: string, context: SpfContext): string {
  return text.replace(
    macro,
    (_all, letter?: string, digits = "", reversed = "", delimiters = "", literal?: string) => {
      if (literal !== undefined) return literals[literal] ?? "";
      if (letter === undefined || digits === "0") throw new SpfError("permerror", "une macro est mal écrite");
      return shorten(textOf(letter.toLowerCase(), context), { digits, reversed, delimiters });
    },
  );
}

function textOf(letter: string, { ip, sender, helo, domain }: SpfContext): string {
  const at = sender.lastIndexOf("@");
  switch (letter) {
    case "s":
      return sender;
    case "l":
      return sender.slice(0, at);
    case "o":
      return sender.slice(at + 1);
    case "d":
      return domain;
    case "i":
      return isIPv6(ip) ? [...nibbles(ip)].join(".") : ip;
    case "v":
      return isIPv6(ip) ? "ip6" : "in-addr";
    case "h":
      return helo;
    default:
      return "unknown"; // the value of RFC 7208 for macro p without a look-up
  }
}

function shorten(
  value: string,
  { digits, reversed, delimiters }: { digits: string; reversed: string; delimiters: string },
): string {
  if (digits === "" && reversed === "" && delimiters === "") return value;
  const separators = new Set(delimiters || ".");
  const parts = [""];
  for (const character of value) {
    if (separators.has(character)) parts.push("");
    else parts[parts.length - 1] += character;
  }
  if (reversed) parts.reverse();
  return parts.slice(digits === "" ? 0 : -Number(digits)).join(".");
}

/** The 32 hexadecimal digits of an IPv6 address. */
function nibbles(address: string): string {
  const withoutV4 = address.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_all, ...bytes: string[]) => {
      const hex = bytes.slice(0, 4).map((byte) => Number(byte).toString(16).padStart(2, "0"));
      return `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
    },
  );
  const [head = "", tail] = withoutV4.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const end = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - groups(head).length - end.length }, () => "0");
  return [...groups(head), ...(tail === undefined ? [] : zeros), ...end]
    .map((group) => group.padStart(4, "0"))
    .join("");
}
