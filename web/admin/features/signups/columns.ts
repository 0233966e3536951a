import type { Audience } from "#contract/audience.ts";

export type BaseColumn =
  | "email"
  | "website"
  | "date"
  | "status"
  | "source"
  | "news"
  | "invitation"
  | "friends";
/** The columns beside the name. */
export type Columns = { base: readonly BaseColumn[]; questions: readonly string[] };

const labels: Record<BaseColumn, string> = {
  email: "E-mail",
  website: "Site web",
  date: "Date",
  status: "Statut",
  source: "Source",
  news: "Actualités",
  invitation: "Invitation",
  friends: "Amies confirmées",
};

/** A brand's contact is in its name's cell, with the address. */
const baseColumns: Record<Audience, readonly BaseColumn[]> = {
  user: ["email", "date", "status"],
  brand: ["website", "date", "status"],
};

/** Shown when they are chosen. */
const furtherColumns: readonly BaseColumn[] = ["source", "news", "invitation", "friends"];

/** The name alone: an empty parameter means the default columns. */
const nameAlone = "nom";
const id = /^[\da-f-]{36}$/u;
/** As many as the server lists. */
export const questionsMax = 8;

export function baseColumnsOf(audience: Audience): { id: BaseColumn; label: string }[] {
  return [...baseColumns[audience], ...furtherColumns].map((column) => ({
    id: column,
    label: labels[column],
  }));
}

/** Reads the columns of an untrusted address. */
export function readColumns(audience: Audience, text: string): Columns {
  if (text === "") return { base: baseColumns[audience], questions: [] };
  const named = text.split(",");
  return {
    base: [...baseColumns[audience], ...furtherColumns].filter((column) => named.includes(column)),
    questions: [...new Set(named.filter((name) => id.test(name)))].slice(0, questionsMax),
  };
}

/** The columns as an address holds them. */
export function columnsText(audience: Audience, { base, questions }: Columns): string {
  const text = [
    ...[...baseColumns[audience], ...furtherColumns].filter((column) => base.includes(column)),
    ...questions.slice(0, questionsMax),
  ].join(",");
  if (text === baseColumns[audience].join(",")) return "";
  return text || nameAlone;
}
