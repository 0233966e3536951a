import stored from "./audit.json" with { type: "json" };

/** Conforming, non-conforming, not applicable. An unverified criterion counts as non-conforming. */
export type Result = "C" | "NC" | "NA";
/** `results`: one for each page, in the order of `pages`. `remark`: why the criterion fails or does not apply. */
type Criterion = { number: string; title: string; results: Result[]; remark?: string };
/** `date` in ISO 8601. */
export type Audit = {
  date: string;
  pages: { name: string; address: string }[];
  criteria: Criterion[];
};

/** The audit of RGAA 4.1, which the page 'Accessibilité' shows. */
export const audit = stored as Audit;

export const auditTools = [
  "Chromium sur le produit construit, avec des données d’essai\u00a0;",
  "axe-core 4, toutes ses règles, sur les neuf pages\u00a0;",
  "parse5 et l’analyseur de Chromium pour la validité du code\u00a0;",
  "l’arbre d’accessibilité de Chromium, et la lecture du code source.",
];

export const auditChecks = [
  "parcours au clavier de chaque page, avec mesure du focus visible\u00a0;",
  "largeur de 320 px, agrandissement à 200\u00a0%, texte seul à 200\u00a0%, espacement du texte\u00a0;",
  "contrastes mesurés, couleurs forcées, page sans styles, pages publiques sans JavaScript\u00a0;",
  "film mesuré 15 fois par seconde pour les flashs, sous-titres et transcription relus.",
];

/** A criterion is met when it applies to a page and fails on none. The rate is the share of met criteria, rounded down. */
export function conformityOf({ criteria }: Pick<Audit, "criteria">) {
  const applicable = criteria.filter(({ results }) => results.some((result) => result !== "NA"));
  const failed = applicable.filter(({ results }) => results.includes("NC"));
  const met = applicable.length - failed.length;
  const rate = Math.floor((100 * met) / applicable.length);
  return { met, applicable: applicable.length, failed, rate, status: statusOf(rate) };
}

function statusOf(rate: number) {
  if (rate === 100) return "totalement conforme";
  return rate >= 50 ? "partiellement conforme" : "non conforme";
}
