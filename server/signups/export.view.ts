import type { Audience } from "#contract/audience.ts";
import type { Question } from "#contract/questionnaire.ts";
import type { StoredSignup } from "./decisions.queries.ts";

const statusLabels = { pending: "En attente", approved: "Approuvé", rejected: "Rejeté" } as const;

const dates = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "short",
});

type Columns = {
  audience: Audience;
  questions: readonly Question[];
  /** Whether a last column tells samples from sign-ups of people; left out where there are none. */
  samples: boolean;
};

export function headerCells({ audience, questions, samples }: Columns): string[] {
  const columns =
    audience === "brand" ? ["Prénom", "Nom/Marque", "Email", "Site web"] : ["Prénom", "Nom", "Email"];
  return [
    ...columns,
    ...["Statut", "Date d’inscription"],
    ...questions.map(({ question }) => question),
    ...(samples ? ["Inscription d’exemple"] : []),
  ];
}

export function signupCells({ audience, questions, samples }: Columns, signup: StoredSignup): string[] {
  const { firstname, name, email, website, status, createdAt, responses } = signup;
  return [
    ...(audience === "brand" ? [firstname, name, email, website ?? ""] : [firstname, name, email]),
    statusLabels[status],
    dates.format(createdAt),
    ...questions.map(({ id }) => [responses[id] ?? []].flat().join(", ")),
    ...(samples ? [signup.sample ? "oui" : ""] : []),
  ];
}

/** @param day in the form of an ISO date */
export function exportFileName(audience: Audience, day: string): string {
  return `${audience === "brand" ? "inscriptions-marques" : "inscriptions-beta"}-${day}.csv`;
}
