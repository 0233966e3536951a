import type { SignupDetail, SignupSummary } from "#contract/signup-list.schema.ts";
import { listKeys, openedKeys, useKeys } from "#web/admin/ui/keys/keys.ts";
import type { Selection } from "../bulk/bulk-bar.tsx";
import type { DecisionHandle } from "../use-decision.tsx";
import { focusedRowId, type Review } from "./use-review.ts";

type DialogKeys = {
  signup: SignupDetail | undefined;
  decision: DecisionHandle;
  review: Review;
  enabled: boolean;
};

const undoOf = (decision: DecisionHandle) => ({
  act: decision.undo,
  offered: () => decision.last !== null && decision.nameOf(decision.last),
});

/** The keys of an opened sign-up. */
export function useReviewKeys({ signup, decision, review, enabled }: DialogKeys): void {
  const decidable = signup?.limitedAt === null ? signup : undefined;
  const decide = (status: "approved" | "rejected") => ({
    act: () => decidable && decision.decide(decidable, status),
    offered: () => decidable?.status === "pending" && decision.nameOf(decidable),
  });
  const take = (step: Review["next"]) => ({
    act: () => review.take(step),
    offered: () => step !== null,
  });
  useKeys(
    openedKeys,
    {
      next: take(review.next),
      previous: take(review.previous),
      approve: decide("approved"),
      reject: decide("rejected"),
      undo: undoOf(decision),
    },
    { within: "[role=dialog]:has([data-review])", enabled },
  );
}

type ListKeys = {
  rows: readonly SignupSummary[];
  decision: DecisionHandle;
  review: Review;
  selection: Selection;
  onOpen: (id: string) => void;
};

/** The keys of the list: they act on the row that holds the focus. */
export function useListKeys({ rows, decision, review, selection, onOpen }: ListKeys): void {
  const focusedRow = () => rows.find(({ id }) => id === focusedRowId());
  const withRow = (act: (row: SignupSummary) => void, applies = (_: SignupSummary) => true) => ({
    act(event?: KeyboardEvent) {
      // Enter on a button inside the row presses that button.
      if (event?.key === "Enter" && !isRow(event.target)) return false;
      const row = focusedRow();
      if (row) act(row);
    },
    offered() {
      const row = focusedRow();
      return row !== undefined && applies(row) && decision.nameOf(row);
    },
  });
  // Outside the rows the arrow keys scroll the page.
  const step = (by: 1 | -1) => ({
    act: (event?: KeyboardEvent) =>
      event?.key.startsWith("Arrow") && focusedRowId() === null ? false : review.stepBy(by),
    offered: () => rows.length > 0,
  });
  const isPending = ({ status }: SignupSummary) => status === "pending";
  useKeys(listKeys, {
    next: step(1),
    previous: step(-1),
    open: withRow(({ id }) => onOpen(id)),
    approve: withRow((row) => decision.decide(row, "approved"), isPending),
    reject: withRow((row) => decision.decide(row, "rejected"), isPending),
    select: withRow(
      ({ id }) => !selection.all && selection.setMany([id], !selection.has(id)),
      () => !selection.all,
    ),
    undo: undoOf(decision),
  });
}

const isRow = (target: EventTarget | null) => target instanceof Element && target.matches("[data-signup]");
