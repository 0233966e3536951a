import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";

/** Where receivers look for a key. */
export const dkimName = ({ selector, domain }: { selector: string; domain: string }) =>
  `${selector}._domainkey.${domain}`;

export const dkimValue = (publicKey: string) => `v=DKIM1; k=rsa; p=${publicKey}`;

/** The tags of a record of DKIM or DMARC (RFC 6376 § 3.2), names in small letters. */
export function parseTags(text: string): Map<string, string> {
  const tags = text.split(";").flatMap((part): [string, string][] => {
    const at = part.indexOf("=");
    return at < 1 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]];
  });
  return new Map(tags);
}

/** What stands at the place of a key: the key itself, something else, or a key that was withdrawn (an empty `p=`). */
export function readDkimRecords(
  records: readonly string[],
  publicKey: string,
): "ours" | "other" | "withdrawn" {
  const keys = records.map(parseTags).filter(isKey);
  // RFC 6376 § 3.6.2.2: with several records nobody knows which of them a receiver takes.
  const [first] = keys;
  if (keys.length !== 1 || first === undefined) return "other";
  const value = (first.get("p") ?? "").replace(/\s/g, "");
  if (value === "") return "withdrawn";
  const isUsable =
    (first.get("k") ?? "rsa") === "rsa" && allows(first, "h", "sha256") && allows(first, "s", "email");
  return value === publicKey && isUsable ? "ours" : "other";
}

const isKey = (tags: Map<string, string>) => tags.has("p") && (tags.get("v") ?? "DKIM1") === "DKIM1";

/** A list with colons that allows everything when it is left out. */
function allows(tags: Map<string, string>, name: string, value: string): boolean {
  const allowed = tags.get(name)?.split(":") ?? ["*"];
  return allowed.some((entry) => entry.trim() === value || entry.trim() === "*");
}

/**
 * Whether a private key makes signatures that its public half accepts: mail signed with anything else leaves unsigned, and
 * nobody is told.
 * @param publicKey the base64 of the SubjectPublicKeyInfo
 */
export function isSigningPair({ privateKey, publicKey }: { privateKey: string; publicKey: string }): boolean {
  try {
    const own = createPrivateKey(privateKey);
    if (own.asymmetricKeyType !== "rsa") return false;
    const told = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
    const text = Buffer.from("from:bonjour@exemple.fr");
    return verify("sha256", text, told, sign("sha256", text, own));
  } catch {
    return false; // no key at all, which the crypto library says only by throwing
  }
}
