import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { DmarcLookUp } from "./dmarc.rules.ts";
import { isAligned } from "./organisational-domain.rules.ts";
import { checkRow } from "./row.ts";
import type { Sending } from "./sending-route.ts";

/**
 * From has to share its domain with the envelope, which SPF speaks of, or with the signature. Forwarding breaks SPF, so that
 * only the signature holds everywhere.
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
