import { sql } from "drizzle-orm";
import type { Db } from "#server/lib/database/database.ts";

/** Somebody who signed up with this address; the user's name comes before the brand's, as in a bulk send. */
export async function findPerson(
  db: Db,
  email: string,
): Promise<{ email: string; firstname: string; name: string } | null> {
  const { rows } = await db.execute<{ email: string; firstname: string; name: string }>(sql`
    select email, firstname, name from (
      select email, firstname, name, 1 as rank from beta_signups where lower(email) = lower(${email}) and duplicate_of is null
      union all
      select email, firstname, name, 2 from brand_signups where lower(email) = lower(${email}) and duplicate_of is null
    ) as found order by rank limit 1`);
  return rows[0] ?? null;
}
