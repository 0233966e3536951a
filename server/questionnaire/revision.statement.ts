import { type SQL, sql } from "drizzle-orm";

/**
 * A row with `revision` if the questionnaire still has this one. It is held until the transaction ends, so that a change of
 * questions comes before or after, never in between.
 */
export function heldRevision(revision: number): SQL {
  return sql`select revision from questionnaire_state where id = 1 and revision = ${revision} for share`;
}
