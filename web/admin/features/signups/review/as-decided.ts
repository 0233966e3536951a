import type { ListedSignup, SignupList } from "#contract/signup.schema.ts";
import { countsAfter } from "#web/admin/features/signups/counts-after.ts";
import type { Deciding } from "#web/admin/features/signups/signups.api.ts";

/** The rows as they will be: a decision shows before the server has answered. What it refuses is pending again. */
export function asDecided(items: readonly ListedSignup[], underWay: readonly Deciding[]): ListedSignup[] {
  const statuses = new Map(underWay.map(({ signup, status }) => [signup.id, status]));
  return items.map((item) => {
    const status = statuses.get(item.id);
    return status && item.status === "pending" ? { ...item, status } : item;
  });
}

/** The counts as they will be: whoever is being decided no longer waits. */
export function countsAhead(
  list: Pick<SignupList, "counts" | "items"> | undefined,
  underWay: readonly Deciding[],
): SignupList["counts"] {
  if (!list) return null;
  const waits = ({ signup }: Deciding) =>
    list.items.some(({ id, status }) => id === signup.id && status === "pending");
  return underWay
    .filter(waits)
    .reduce(
      (counts, { signup: { id }, status }) => countsAfter({ ...list, counts }, { id, status }),
      list.counts,
    );
}
