import type { Density } from "#contract/account.schema.ts";
import type { Audience } from "#contract/audience.ts";
import type { Decision, ListedSignup, SignupSummary } from "#contract/signup.schema.ts";
import type { Columns } from "#web/admin/features/signups/columns.ts";
import type { useHeldRows } from "./use-held-rows.ts";
import type { Selection } from "./use-selection.ts";

type HeldRows = ReturnType<typeof useHeldRows>;

/** What table and cards are given alike. */
export type SignupRowsProps = {
  audience: Audience;
  items: ListedSignup[];
  order: "asc" | "desc";
  columns: Columns;
  /** What the shown answers' columns are called, by question id. */
  questionTexts: ReadonlyMap<string, string>;
  density: Density;
  selection: Selection;
  /** Notices when pointer and focus leave the rows. */
  watch: HeldRows["watch"];
  onSort: () => void;
  onSelect: (id: string, chosen: boolean) => void;
  onOpen: (id: string) => void;
  onDecide: (signup: SignupSummary, status: Decision["status"]) => void;
};

type Shared = "audience" | "columns" | "questionTexts" | "onSelect" | "onOpen" | "onDecide";

/** What one row is given: all of it stays the same while nothing changes that the row shows, so that only rows that change are drawn anew. */
export type SignupRowProps = Pick<SignupRowsProps, Shared> & {
  signup: ListedSignup;
  isFirst: boolean;
  selected: boolean;
  /** All that the filter matches is chosen: no row by itself. */
  allSelected: boolean;
};

export function rowProps(
  { audience, columns, questionTexts, selection, onSelect, onOpen, onDecide, items }: SignupRowsProps,
  signup: ListedSignup,
): SignupRowProps {
  return {
    ...{ audience, columns, questionTexts, onSelect, onOpen, onDecide, signup },
    isFirst: items[0] === signup,
    selected: selection.has(signup.id),
    allSelected: selection.all,
  };
}

/** An answer as a cell shows it; a dash where there is none. */
export function answerText({ answers }: ListedSignup, questionId: string): string {
  return [answers?.[questionId] ?? []].flat().join(", ") || "—";
}

export function questionText(texts: ReadonlyMap<string, string>, questionId: string): string {
  return texts.get(questionId) ?? "Question supprimée";
}
