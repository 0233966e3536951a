import { getDomain } from "tldts";
import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { LookUp } from "#server/lib/dns.ts";
import { checkRow, type Sending, unanswered } from "./check-row.ts";
import { parseTags } from "./dkim.rules.ts";

/** A domain's policy for mail whose domains are not aligned. */
type DmarcPolicy = {
  /** The name of the record, and its text. */
  name: string;
  record: string;
  policy: string;
  isStrict: { spf: boolean; dkim: boolean };
};

export type DmarcLookUp =
  | { type: "found"; policy: DmarcPolicy }
  | { type: "none" | "several" | "unanswered" };

/** Finds the policy of the domain, or else of its organisational domain. */
export async function findDmarc(lookUp: LookUp, domain: string): Promise<DmarcLookUp> {
  for (const candidate of new Set([domain, organisationalDomain(domain)])) {
    const name = `_dmarc.${candidate}`;
    const answer = await lookUp(name, "TXT");
    if (answer.type === "unanswered") return answer;
    const records = (answer.type === "found" ? answer.records : []).filter((text) =>
      /^v=DMARC1\s*(;|$)/.test(text),
    );
    const [record] = records;
    if (records.length > 1) return { type: "several" };
    if (record !== undefined)
      return { type: "found", policy: readPolicy(name, record, candidate === domain) };
  }
  return { type: "none" };
}

function readPolicy(name: string, record: string, isOwn: boolean): DmarcPolicy {
  const tags = parseTags(record);
  const own = tags.get("p") ?? "";
  const policy = (isOwn ? own : (tags.get("sp") ?? own)).toLowerCase();
  const isStrict = { spf: tags.get("aspf") === "s", dkim: tags.get("adkim") === "s" };
  return { name, record, policy, isStrict };
}

export function checkDmarc({ domain, senderEmail }: Sending, found: DmarcLookUp): DomainCheckRow {
  const name = `_dmarc.${domain}`;
  switch (found.type) {
    case "unanswered":
      return unanswered("dmarc", name);
    case "several":
      return checkRow("dmarc", "error", `Plusieurs enregistrements DMARC à ${name}.`, {
        text: "Les serveurs les ignorent tous : n’en gardez qu’un.",
        record: null,
      });
    case "none":
      return checkRow("dmarc", "error", `Aucun enregistrement DMARC pour ${domain}.`, {
        text: "Gmail, Yahoo et Microsoft l’exigent des envois en nombre. Commencez par celui-ci, puis passez à « p=quarantine » quand tout est aligné.",
        record: { name, type: "TXT", value: `v=DMARC1; p=none; rua=mailto:${senderEmail}` },
      });
    case "found":
      return checkPolicy(found.policy);
  }
}

function checkPolicy({ name, record, policy }: DmarcPolicy): DomainCheckRow {
  const recordOf = (value: string) => ({ name, type: "TXT" as const, value });
  if (policy === "reject" || policy === "quarantine") return checkRow("dmarc", "ok", record);
  if (policy === "none") {
    return checkRow("dmarc", "warn", record, {
      text: "Il observe seulement : n’importe qui peut encore écrire en votre nom. Quand les autres lignes sont bonnes, passez à « quarantine ».",
      record: recordOf(record.replace(/\b(s?p)=\s*none\b/gi, "$1=quarantine")),
    });
  }
  return checkRow("dmarc", "error", record, {
    text: "La règle « p= » manque ou n’est pas connue : les serveurs ignorent l’enregistrement.",
    record: recordOf("v=DMARC1; p=none"),
  });
}

/** The registered part of a domain (`news.tenue.co.uk` → `tenue.co.uk`), by the public suffix list. */
export function organisationalDomain(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}

/** Relaxed alignment compares organisational domains, strict alignment whole domains (RFC 7489, 3.1). */
function isAligned(one: string, other: string, isStrict: boolean): boolean {
  return isStrict ? one === other : organisationalDomain(one) === organisationalDomain(other);
}

/**
 * Checks that the domain of From is aligned with that of the envelope (SPF) or of the signature (DKIM). Warns when only the envelope's
 * domain is aligned, because forwarding breaks SPF.
 * @param signingDomain `d=` of our signature; null when we do not sign
 */
export function checkAlignment(
  { domain, envelopeDomain, route }: Sending,
  { signingDomain, dmarc }: { signingDomain: string | null; dmarc: DmarcLookUp },
): DomainCheckRow {
  const isStrict = dmarc.type === "found" ? dmarc.policy.isStrict : { spf: false, dkim: false };
  const byEnvelope = isAligned(domain, envelopeDomain, isStrict.spf);
  const bySignature = signingDomain !== null && isAligned(domain, signingDomain, isStrict.dkim);
  const found = `From : ${domain} · enveloppe : ${envelopeDomain} · signature : ${signingDomain ?? "pas la nôtre"}`;
  if (bySignature) return checkRow("alignment", "ok", found);
  if (route?.provider !== "smtp") {
    return checkRow("alignment", "unknown", found, {
      text: "L’enveloppe et la signature sont celles de votre prestataire : le message d’essai dira si elles sont alignées.",
      record: null,
    });
  }
  return byEnvelope
    ? checkRow("alignment", "warn", found, {
        text: "Seule l’enveloppe est alignée, ce qu’une redirection suffit à rompre. Signez les messages : ici par une clé DKIM, ou chez votre relais.",
        record: null,
      })
    : checkRow("alignment", "error", found, {
        text: `Ni l’enveloppe ni la signature ne sont de ${domain} : Gmail et Microsoft refusent ces messages. Créez une clé DKIM, ou choisissez une adresse de retour du même domaine.`,
        record: null,
      });
}
