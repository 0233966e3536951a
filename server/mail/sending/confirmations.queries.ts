import { sql } from "drizzle-orm";
import { textArray } from "#server/lib/database/array-literal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { confirmStored, type NewConfirmation } from "./confirmation.statement.ts";

/** The statement of new sign-ups, told of some that are stored already. */
export async function insertConfirmations(
  db: Db,
  confirmations: (NewConfirmation & { email: string })[],
): Promise<void> {
  const ids = textArray(confirmations.map(({ signupId }) => signupId));
  const emails = textArray(confirmations.map(({ email }) => email));
  await db.execute(sql`
    with stored as (select * from unnest(${ids}::uuid[], ${emails}::text[]) as given (id, email)),
      item as (select id, null::float8 as confirmation_delay from stored),
      written as (${confirmStored(confirmations)})
    select 1`);
}
