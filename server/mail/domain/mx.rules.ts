import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { LookUp } from "#server/lib/dns-lookup.ts";
import { checkRow, unanswered } from "./row.ts";

const fix = {
  text: "Les messages non remis n’ont nulle part où revenir. Choisissez une adresse de retour qui reçoit du courrier, ou publiez l’enregistrement MX que votre hébergeur de messagerie vous indique.",
  record: null,
};

/** Whether what comes back can be received. @param domain where bounces go */
export async function checkMx(lookUp: LookUp, domain: string): Promise<DomainCheckRow> {
  const answer = await lookUp(domain, "MX");
  if (answer.type === "unanswered") return unanswered("mx", domain);
  if (answer.type === "found") {
    const isNull = answer.records.every((server) => server === "" || server === ".");
    return isNull
      ? checkRow("mx", "error", `${domain} déclare ne recevoir aucun courrier (MX nul).`, fix)
      : checkRow("mx", "ok", `${domain} : ${answer.records.join(", ")}`);
  }
  const hosts = await Promise.all([lookUp(domain, "A"), lookUp(domain, "AAAA")]);
  if (hosts.some(({ type }) => type === "found")) {
    return checkRow("mx", "warn", `${domain} n’a pas de MX : le courrier va à l’adresse du site.`, fix);
  }
  if (hosts.some(({ type }) => type === "unanswered")) return unanswered("mx", domain);
  return checkRow("mx", "error", `${domain} n’a ni MX ni adresse.`, fix);
}
