import { isIPv6 } from "node:net";
import { SpfError } from "./spf-error.ts";

/** What the letters of RFC 7208 § 7.2 stand for. */
export type SpfContext = { ip: string; sender: string; helo: string; domain: string };

const macro = /%(?:\{([slodiphv])(\d*)(r?)([.\-+,/_=]*)\}|([%_-])|(.?))/gi;
const literals: Record<string, string> = { "%": "%", _: " ", "-": "%20" };

/** A domain of an SPF record with its macros put in. @throws SpfError for one that the standard does not know */
export function expandMacros(text: string, context: SpfContext): string {
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
      return "unknown"; // p: what the standard itself says when it is not looked up
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
export function nibbles(address: string): string {
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
