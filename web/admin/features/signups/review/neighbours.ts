import type { SignupSummary } from "#contract/signup.schema.ts";

type Row = Pick<SignupSummary, "id" | "status">;

/** The pending row that comes after one that was decided: below it, else from the top again. Null: none is left here. */
export function nextPending<Item extends Row>(rows: readonly Item[], decidedId: string): Item | null {
  const index = rows.findIndex(({ id }) => id === decidedId);
  const isNext = ({ id, status }: Row) => status === "pending" && id !== decidedId;
  return rows.slice(index + 1).find(isNext) ?? rows.slice(0, Math.max(index, 0)).find(isNext) ?? null;
}

/** Where one step leads: to a row, or to the page that it is on. Null at either end of the list. */
export type Step = { id: string } | { page: number; edge: "first" | "last" };

type Place = { id: string | null; page: number; pages: number };

/** @param by 1 for the row below, -1 for the row above */
export function stepFrom(rows: readonly Row[], { id, page, pages }: Place, by: 1 | -1): Step | null {
  const index = rows.findIndex((row) => row.id === id);
  const target = index < 0 ? rows[by > 0 ? 0 : rows.length - 1] : rows[index + by];
  if (target) return { id: target.id };
  if (by > 0 && page < pages) return { page: page + 1, edge: "first" };
  if (by < 0 && page > 1) return { page: page - 1, edge: "last" };
  return null;
}
