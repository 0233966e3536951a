import type { Audience } from "#contract/audience.ts";
import type { Decision, SignupSummary } from "#contract/signup.schema.ts";
import { formatEmail, formatName } from "#web/lib/format.ts";
import type { useHeldRows } from "./use-held-rows.ts";
import type { Selection } from "./use-selection.ts";

type HeldRows = ReturnType<typeof useHeldRows>;

/** What table and cards are given alike. */
export type SignupRowsProps = {
  audience: Audience;
  items: SignupSummary[];
  order: "asc" | "desc";
  /** The sign-up whose decision is on its way. */
  busyId: string | null;
  selection: Selection;
  /** Notices when pointer and focus leave the rows. */
  watch: HeldRows["watch"];
  onSort: () => void;
  onOpen: (id: string) => void;
  onDecide: (signup: SignupSummary, status: Decision["status"]) => void;
};

/** How buttons name the sign-up they act on, for those who do not see the row. */
export function spokenName(signup: { firstname: string; name: string; email: string }): string {
  const name = formatName(signup);
  return name === "Sans nom" ? formatEmail(signup.email) : name;
}
