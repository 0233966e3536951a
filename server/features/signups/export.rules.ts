import type { Audience } from "#contract/audience.ts";
import type { Question } from "#contract/questionnaire.ts";
import type { StoredSignup } from "./decisions.repository.ts";

const statusLabels = { pending: "En attente", approved: "Approuvé", rejected: "Rejeté" } as const;

const dates = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "short",
});

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = "\uFEFF";

export function headerCells(audience: Audience, questions: readonly Question[]): string[] {
  const columns =
    audience === "brand" ? ["Prénom", "Nom/Marque", "Email", "Site web"] : ["Prénom", "Nom", "Email"];
  return [...columns, "Statut", "Date d’inscription", ...questions.map(({ question }) => question)];
}

export function signupCells(
  audience: Audience,
  questions: readonly Question[],
  signup: StoredSignup,
): string[] {
  const { firstname, name, email, website, status, createdAt, responses } = signup;
  return [
    ...(audience === "brand" ? [firstname, name, email, website ?? ""] : [firstname, name, email]),
    statusLabels[status],
    dates.format(createdAt),
    ...questions.map(({ id }) => [responses[id] ?? []].flat().join(", ")),
  ];
}

/** A line of the file as spreadsheets in French read it: semicolons, and a line end of CR and LF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(";")}\r\n`;
}

/** What a spreadsheet would take for a formula is led by an apostrophe. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param day in the form of an ISO date */
export function exportFileName(audience: Audience, day: string): string {
  return `${audience === "brand" ? "inscriptions-marques" : "inscriptions-beta"}-${day}.csv`;
}
