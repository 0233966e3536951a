import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/rows.ts";

const personSchema = z.object({ email: z.string(), firstname: z.string(), name: z.string() });

/** Somebody who signed up with this address; the user's name comes before the brand's, as in a bulk send. */
export async function findPerson(db: Db, email: string): Promise<z.output<typeof personSchema> | null> {
  const [person] = await rows(
    db,
    personSchema,
    sql`
    select email, firstname, name from (
      select email, firstname, name, 1 as rank from beta_signups where lower(email) = lower(${email}) and duplicate_of is null
      union all
      select email, firstname, name, 2 from brand_signups where lower(email) = lower(${email}) and duplicate_of is null
    ) as found order by rank limit 1`,
  );
  return person ?? null;
}
