import type { ListedSignup } from "#contract/signup.schema.ts";
import type { Deciding } from "#web/admin/screens/signups/signups.api.ts";

/** The rows as they will be: a decision shows before the server has answered. What it refuses is pending again. */
export function asDecided(items: readonly ListedSignup[], underWay: readonly Deciding[]): ListedSignup[] {
  const statuses = new Map(underWay.map(({ signup, status }) => [signup.id, status]));
  return items.map((item) => {
    const status = statuses.get(item.id);
    return status && item.status === "pending" ? { ...item, status } : item;
  });
}
