import { isIPv4, isIPv6 } from "node:net";
import { SpfError } from "./spf-error.ts";

type SpfQualifier = "+" | "-" | "~" | "?";

export type SpfMechanism = {
  qualifier: SpfQualifier;
  name: "all" | "include" | "a" | "mx" | "ptr" | "ip4" | "ip6" | "exists";
  /** The domain as it is written, macros and all; of ip4 and ip6 the network. Empty: the domain itself. */
  value: string;
  prefix: { ip4: number; ip6: number };
};

export type SpfRecord = { mechanisms: SpfMechanism[]; redirect: string | null };

/** The records of a domain that mean SPF. */
export const spfRecords = (texts: readonly string[]) => texts.filter((text) => /^v=spf1(?: |$)/i.test(text));

const mechanism = /^([+~?-]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?::(.*?))?(?:\/(\d+))?(?:\/\/(\d+))?$/i;
const modifier = /^([a-z][\w.-]*)=(.*)$/i;
const needsDomain = new Set(["include", "exists", "ip4", "ip6"]);

/** @throws SpfError `permerror`: RFC 7208 lets one mistake spoil the whole record, wherever it stands */
export function parseSpf(text: string): SpfRecord {
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
