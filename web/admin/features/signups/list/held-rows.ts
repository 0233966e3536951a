import type { ListedSignup } from "#contract/signup.schema.ts";

/** A decided sign-up and where its row stood. */
export type HeldRow = { signup: ListedSignup; index: number };

/** The rows as they are drawn: what the server lists, and in between, each at its old place, the rows that are held. */
export function withHeldRows(items: readonly ListedSignup[], held: readonly HeldRow[]): ListedSignup[] {
  const heldIds = new Set(held.map(({ signup }) => signup.id));
  const rows = items.filter(({ id }) => !heldIds.has(id));
  for (const { signup, index } of [...held].sort((a, b) => a.index - b.index)) {
    rows.splice(index, 0, signup);
  }
  return rows;
}
