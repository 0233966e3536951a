import type { Audience } from "#contract/audience.ts";
import { type Question, questionsFor, visibleQuestions } from "#contract/questionnaire.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { cleanResponses, type Responses } from "#contract/signup.ts";
import { normalForm } from "#contract/text.ts";

/** RFC 6761 reserves .test: no mail can ever reach an address there. */
const sampleDomain = "exemple.test";

export type SampleSignup = {
  firstname: string;
  name: string;
  email: string;
  website: string | null;
  responses: Responses;
  /** Hours since the sample came in. */
  hoursAgo: number;
};

const people: Record<Audience, readonly (readonly [firstname: string, name: string])[]> = {
  user: [
    ["Camille", "Exemple"],
    ["Élodie", "Modèle"],
    ["Noël", "Spécimen"],
    ["Anaïs", "d’Essai"],
    ["Hugo", "Échantillon"],
    ["Maëlys", "Patron"],
    ["Loïc", "Prototype"],
    ["Inès", "Épreuve"],
    ["Jean-Baptiste", "Croquis"],
    ["Zoé", "Maquette"],
    ["Gaël", "Esquisse"],
    ["Léa", "Ébauche"],
  ],
  brand: [
    ["Nora", "Maison Exemple"],
    ["Paul", "Atelier Modèle"],
    ["Chloé", "Les Étoffes d’Essai"],
    ["Yanis", "Studio Spécimen"],
  ],
};
const lines = ["Le lin et le coton", "Une veste bien coupée", "Des couleurs franches", "Peu, mais bien"];
const hoursApart = 7;

/** The sample sign-ups of an audience, with answers to its active questions, newest first. */
export function sampleSignups(audience: Audience, questions: readonly Question[]): SampleSignup[] {
  const asked = questionsFor(audience, questions);
  return people[audience].map(([firstname, name], index) => {
    const slug = plain(`${firstname}-${name}`);
    const email = `${slug}@${sampleDomain}`;
    const answers = Object.fromEntries(
      asked.flatMap((question, place) => {
        const skipped = !question.required && (index + place) % 3 === 2;
        return skipped ? [] : [[question.id, answerTo(question, { email, index: index + place })]];
      }),
    );
    return {
      firstname,
      name,
      email,
      hoursAgo: 1 + index * hoursApart,
      website: audience === "brand" ? `https://${plain(name)}.${sampleDomain}` : null,
      responses: cleanResponses(visibleQuestions(audience, questions, answers), answers),
    };
  });
}

/** Some options are chosen more often than others, so that charts show differences. */
function answerTo(
  { fieldType, options }: Question,
  { email, index }: { email: string; index: number },
): string | string[] {
  if (fieldType === "email") return email;
  if (!isChoice(fieldType)) return lines[index % lines.length] ?? "";
  const choices = options ?? [];
  const favourite = choices[(index * index) % choices.length] ?? "";
  if (fieldType !== "checkbox") return favourite;
  return [...new Set([favourite, choices[index % choices.length] ?? ""])];
}

function plain(text: string): string {
  const letters = normalForm(text, "NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return letters.replace(/[^a-z]+/g, "-");
}
