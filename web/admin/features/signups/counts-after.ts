import type { SignupList, SignupSummary } from "#contract/signup.schema.ts";

/** The counts of a list once one of its rows has another status. */
export function countsAfter(
  { counts, items }: Pick<SignupList, "counts" | "items">,
  { id, status }: Pick<SignupSummary, "id" | "status">,
): SignupList["counts"] {
  const before = items.find((item) => item.id === id)?.status;
  if (!counts || !before || before === status) return counts;
  return { ...counts, [before]: counts[before] - 1, [status]: counts[status] + 1 };
}
