import { limits } from "./limits.ts";
import { parseUrl } from "./parse-url.ts";
import { isStorableText, normaliseText } from "./text.ts";

/** Characters that make an address unsafe to follow. */
const forbidden = /[\s\p{Cc}\p{Cf}<>"\\`]/u;

/**
 * The stored form of a web address. The input may omit protocol and www; https:// is added when the protocol is missing.
 * Other schemes, credentials, and hosts without a dot are refused. Every step is one pass over the text.
 * @returns null when the text is not a web address
 */
export function websiteAddress(text: string): string | null {
  if (text.length > limits.websiteMax * 2 || !isStorableText(text)) return null;
  if (forbidden.test(text.trim())) return null;
  const typed = normaliseText(text);
  const protocol = /^https?:\/\//i.exec(typed)?.[0];
  const rest = typed.slice(protocol?.length ?? 0);
  const address = `${protocol?.toLowerCase() ?? "https://"}${rest}`;
  const isAddress = isAuthority(rest.split(/[/?#]/, 1)[0] ?? "") && parseUrl(address) !== null;
  return isAddress && address.length <= limits.websiteMax ? address : null;
}

/** "host" or "host:port". Another scheme ("javascript:…") fails: the part before its colon has no dot, or no port follows. */
function isAuthority(authority: string): boolean {
  const [host = "", port, ...more] = authority.split(":");
  if (more.length > 0 || !isHost(host)) return false;
  return port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535);
}

function isHost(host: string): boolean {
  const labels = host.split(".");
  return (
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^[\p{L}\p{N}\p{M}-]{1,63}$/u.test(label) && !/^-|-$/.test(label)) &&
    /^(?=.*\p{L}).{2,}$/u.test(labels.at(-1) ?? "")
  );
}
