import type { SignupDetail, SignupSummary } from "#contract/signup.schema.ts";
import type { Selection } from "#web/admin/screens/signups/list/use-selection.ts";
import type { DecisionHandle } from "#web/admin/screens/signups/use-decision.ts";
import { useKeys } from "#web/admin/ui/keys/use-keys.ts";
import type { Review } from "./use-review.ts";
import { focusedRowId } from "./use-row-focus.ts";

type DialogKeys = {
  signup: SignupDetail | undefined;
  decision: DecisionHandle;
  review: Review;
  enabled: boolean;
};

/** The keys of an opened sign-up. */
export function useReviewKeys({ signup, decision, review, enabled }: DialogKeys): void {
  const decide = (status: "approved" | "rejected") => {
    if (signup && signup.limitedAt === null) decision.decide(signup, status);
  };
  const actions = {
    a: () => decide("approved"),
    r: () => decide("rejected"),
    j: () => review.take(review.next),
    k: () => review.take(review.previous),
    ArrowRight: () => review.take(review.next),
    ArrowLeft: () => review.take(review.previous),
    z: decision.undo,
  };
  useKeys(actions, { within: "[role=dialog]:has([data-review])", enabled });
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
  const withRow = (act: (row: SignupSummary) => void) => () => {
    const row = rows.find(({ id }) => id === focusedRowId());
    if (row) act(row);
  };
  const down = () => review.stepBy(1);
  const up = () => review.stepBy(-1);
  // Outside of the rows arrows scroll, and on a button Enter presses it, as everywhere.
  const inRows = (move: () => void) => () => focusedRowId() !== null && move();
  const onRow = ({ target }: KeyboardEvent) => target instanceof Element && target.matches("[data-signup]");
  useKeys({
    j: down,
    k: up,
    ArrowDown: inRows(down),
    ArrowUp: inRows(up),
    o: withRow(({ id }) => onOpen(id)),
    Enter: (event) => onRow(event) && withRow(({ id }) => onOpen(id))(),
    a: withRow((row) => decision.decide(row, "approved")),
    r: withRow((row) => decision.decide(row, "rejected")),
    x: withRow(({ id }) => !selection.all && selection.setMany([id], !selection.has(id))),
    z: decision.undo,
  });
}
