import { type Audit, auditChecks, auditTools, conformityOf, type Result } from "./audit.ts";

type Criterion = Audit["criteria"][number];

/** The results of a criterion are one sign per page. */
const signs: Record<Result, string> = { C: "C", NC: "N", NA: "–" };

/** The text of docs/rgaa.md. */
export function writeReport(audit: Audit): string {
  const { rate, met, applicable, failed, status } = conformityOf(audit);
  const topics = new Set(audit.criteria.map(topicOf));
  const remarked = audit.criteria.filter(({ results, remark }) => remark && !results.includes("NC"));
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

Les 106 critères sur neuf pages. Un critère est respecté s’il s’applique à une page au moins et n’échoue sur aucune.

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

Un signe par page, dans l’ordre de l’échantillon. C\u00a0: conforme, N\u00a0: non conforme, –\u00a0: non applicable. \`audit.json\` a les intitulés.

${list([...topics].map((topic) => rowOf(audit.criteria.filter((criterion) => topicOf(criterion) === topic))))}

${list(remarked.map(({ number, title, remark }) => `${number} ${title}. ${remark}`))}
`;
}

const topicOf = ({ number }: Criterion) => number.split(".")[0];

/** The results of one topic: "1.1 C–––––––, 1.2 CCCCCCCC". */
const rowOf = (criteria: Criterion[]) =>
  criteria
    .map(({ number, results }) => `${number}\u00a0\`${results.map((result) => signs[result]).join("")}\``)
    .join(", ");
