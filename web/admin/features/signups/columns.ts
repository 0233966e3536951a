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
/** The columns of a list, besides the name. */
export type Columns = { base: readonly BaseColumn[]; questions: readonly string[] };

export const columnLabels: Record<BaseColumn, string> = {
  email: "E-mail",
  website: "Site web",
  date: "Date",
  status: "Statut",
  source: "Source",
  news: "Actualités",
  invitation: "Invitation",
  friends: "Amies confirmées",
};

/** The default columns. The cell of a brand's name also contains its contact and address. */
const baseColumns: Record<Audience, readonly BaseColumn[]> = {
  user: ["email", "date", "status"],
  brand: ["website", "date", "status"],
};

/** The columns that are shown only when the admin chooses them. */
const furtherColumns: readonly BaseColumn[] = ["source", "news", "invitation", "friends"];

/** The parameter for a list with only the name, because an empty parameter means the default columns. */
const nameAlone = "nom";
const id = /^[\da-f-]{36}$/u;
/** The largest number of answer columns, which is the server's limit. */
export const questionsMax = 8;

export function baseColumnsOf(audience: Audience): { id: BaseColumn; label: string }[] {
  return [...baseColumns[audience], ...furtherColumns].map((column) => ({
    id: column,
    label: columnLabels[column],
  }));
}

/** Reads the columns from the address, which is untrusted input. */
export function readColumns(audience: Audience, text: string): Columns {
  if (text === "") return { base: baseColumns[audience], questions: [] };
  const named = text.split(",");
  return {
    base: [...baseColumns[audience], ...furtherColumns].filter((column) => named.includes(column)),
    questions: [...new Set(named.filter((name) => id.test(name)))].slice(0, questionsMax),
  };
}

/** The address parameter for these columns. */
export function columnsText(audience: Audience, { base, questions }: Columns): string {
  const text = [
    ...[...baseColumns[audience], ...furtherColumns].filter((column) => base.includes(column)),
    ...questions.slice(0, questionsMax),
  ].join(",");
  if (text === baseColumns[audience].join(",")) return "";
  return text || nameAlone;
}
