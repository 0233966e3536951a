import { type Audit, auditChecks, auditTools, conformityOf, type Result } from "./audit.ts";

/** The results of a criterion are one sign per page. */
const signs: Record<Result, string> = { C: "C", NC: "N", NA: "–" };

/** The text of docs/rgaa.md. */
export function writeReport(audit: Audit): string {
  const { rate, met, applicable, failed, status } = conformityOf(audit);
  const applying = audit.criteria.filter(({ results }) => results.some((result) => result !== "NA"));
  const others = audit.criteria.filter((criterion) => !applying.includes(criterion));
  const remarkOf = ({ results, remark = "" }: Audit["criteria"][number]) =>
    results.includes("NC") || !remark ? "" : `. ${remark}`;
  const list = (texts: readonly string[]) => texts.map((text) => `- ${text}`).join("\n");
  return `# Audit RGAA 4.1

Écrit à partir de \`web/site/rgaa/audit.json\`\u00a0: \`npm run test:unit -- web/site/rgaa -u\`.

- Date\u00a0: ${audit.date}
- État\u00a0: **${status}**
- Taux\u00a0: ${met} critères respectés sur ${applicable} applicables, soit ${rate}\u00a0%
- Fait par nous, sans organisme extérieur

## Outils

${list(auditTools)}

## Méthode

Les 106 critères sur huit pages. Un critère est respecté s’il s’applique à une page au moins et n’échoue sur aucune.

${list(auditChecks)}

Ce qui n’a pas été vérifié est compté non conforme, jamais conforme\u00a0: la restitution par un lecteur d’écran (4.13, 7.1).
Aucune personne qui utilise un lecteur d’écran au quotidien n’a parcouru le site.

## Échantillon

${audit.pages.map(({ name, address }, index) => `${index + 1}. ${name}\u00a0: ${address}`).join("\n")}

## Non-conformités

${failed.map(({ number, title, remark }) => `- **${number}** ${title}. ${remark}`).join("\n")}

## Recours

Page «\u00a0Accessibilité\u00a0»\u00a0: écrire à l’adresse de contact, puis au Défenseur des droits.

## Grille

Un signe par page, dans l’ordre de l’échantillon. C\u00a0: conforme, N\u00a0: non conforme, –\u00a0: non applicable.

${list(applying.map((criterion) => `\`${criterion.results.map((result) => signs[result]).join("")}\` ${criterion.number} ${criterion.title}${remarkOf(criterion)}`))}

Sans objet sur les huit pages\u00a0: ${others.map(({ number }) => number).join(", ")}.

${list(others.flatMap(({ number, remark }) => (remark ? [`${number}\u00a0: ${remark}`] : [])))}
`;
}
