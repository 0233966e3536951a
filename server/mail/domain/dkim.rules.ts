import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { DkimKeyState } from "#contract/email-domain.ts";
import type { LookUp } from "#server/lib/dns.ts";
import { checkRow, type Sending, unanswered } from "./check-row.ts";

export type PublishedKey = { selector: string; domain: string; publicKey: string; state: DkimKeyState };

/** The DNS record at our key's name. `unknown`: no answer. */
export type KeyPresence = "ours" | "other" | "withdrawn" | "absent" | "unknown";

export async function findPresence(lookUp: LookUp, key: Omit<PublishedKey, "state">): Promise<KeyPresence> {
  const answer = await lookUp(dkimName(key), "TXT");
  if (answer.type === "found") return readDkimRecords(answer.records, key.publicKey);
  return answer.type === "none" ? "absent" : "unknown";
}

/** @param key the signing key, or else the prepared one; null without a key */
export async function checkDkim(
  lookUp: LookUp,
  sending: Sending,
  key: PublishedKey | null,
): Promise<DomainCheckRow> {
  if (sending.route?.provider === "sendgrid") return checkSendgrid(lookUp, sending);
  if (key === null || sending.route?.provider === "php") return checkRow("dkim", "unknown", notOurs(sending));
  const name = dkimName(key);
  const presence = await findPresence(lookUp, key);
  if (presence === "unknown") return unanswered("dkim", name);
  if (presence === "ours") return checkRow("dkim", "ok", `${name} contient notre clé.`);
  return checkRow("dkim", "error", `${name} : ${wrong[presence]}`, {
    text:
      key.state === "prepared"
        ? "Ajoutez cet enregistrement chez l’hébergeur de votre domaine : la clé sert dès qu’elle y est vue."
        : "Les messages signés sont refusés tant que la clé manque : remettez cet enregistrement.",
    record: { name, type: "TXT", value: dkimValue(key.publicKey) },
  });
}

const wrong: Record<"other" | "withdrawn" | "absent", string> = {
  other: "une autre clé, ou plusieurs, y sont publiées.",
  withdrawn: "la clé y est révoquée (« p= » est vide).",
  absent: "aucune clé n’est publiée.",
};

function notOurs({ route }: Sending): string {
  if (route?.provider === "php") {
    return "Le script PHP envoie par votre hébergement : s’il signe, le message d’essai le dira.";
  }
  return "Aucune clé n’a été créée ici. Si votre relais signe lui-même, le message d’essai le dira ; sinon, créez une clé.";
}

/** SendGrid signs for the domain once its two CNAME are there. */
async function checkSendgrid(lookUp: LookUp, { domain }: Sending): Promise<DomainCheckRow> {
  const names = ["s1", "s2"].map((selector) => dkimName({ selector, domain }));
  const answers = await Promise.all(names.map((name) => lookUp(name, "CNAME")));
  if (answers.some(({ type }) => type === "unanswered")) return unanswered("dkim", domain);
  const targets = answers.flatMap((answer) => (answer.type === "found" ? answer.records : []));
  if (targets.some((target) => /\.sendgrid\.net\.?$/i.test(target))) {
    return checkRow("dkim", "ok", `SendGrid signe pour ${domain}.`);
  }
  return checkRow(
    "dkim",
    "error",
    `SendGrid ne signe pas pour ${domain} (s1 et s2 ne mènent pas à SendGrid).`,
    {
      text: "Dans SendGrid, ouvrez « Sender Authentication », authentifiez votre domaine et publiez les trois enregistrements CNAME qui y sont affichés.",
      record: null,
    },
  );
}

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

/** The record at a key's name: our key, another record, or a withdrawn key (an empty `p=`). */
export function readDkimRecords(
  records: readonly string[],
  publicKey: string,
): "ours" | "other" | "withdrawn" {
  const keys = records.map(parseTags).filter(isKey);
  // With several records, the one that a receiver uses is undefined (RFC 6376 § 3.6.2.2).
  const [first] = keys;
  if (keys.length !== 1 || first === undefined) return "other";
  const value = (first.get("p") ?? "").replace(/\s/g, "");
  if (value === "") return "withdrawn";
  const isUsable =
    (first.get("k") ?? "rsa") === "rsa" && allows(first, "h", "sha256") && allows(first, "s", "email");
  return value === publicKey && isUsable ? "ours" : "other";
}

const isKey = (tags: Map<string, string>) => tags.has("p") && (tags.get("v") ?? "DKIM1") === "DKIM1";

/** Whether a tag with a list separated by colons allows the value. A missing tag allows everything. */
function allows(tags: Map<string, string>, name: string, value: string): boolean {
  const allowed = tags.get(name)?.split(":") ?? ["*"];
  return allowed.some((entry) => entry.trim() === value || entry.trim() === "*");
}

/**
 * Whether the public key accepts the signatures of the private key. With a broken key, the mail library would send unsigned mail
 * without an error.
 * @param publicKey the base64 of the SubjectPublicKeyInfo
 */
export function isSigningPair({ privateKey, publicKey }: { privateKey: string; publicKey: string }): boolean {
  try {
    const own = createPrivateKey(privateKey);
    if (own.asymmetricKeyType !== "rsa") return false;
    const published = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
    const text = Buffer.from("from:bonjour@exemple.fr");
    return verify("sha256", text, published, sign("sha256", text, own));
  } catch {
    return false; // not a key: the crypto library throws
  }
}
