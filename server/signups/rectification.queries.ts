import { and, eq, sql } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import { uniqueViolation } from "#server/lib/database/database-errors.ts";
import { signupTables } from "./signups.queries.ts";

export type Facts = {
  firstname: string;
  name: string;
  email: string;
  website: string | null;
  disposableEmail: boolean;
};

export type Replaced = { type: "replaced" } | { type: "stale" } | { type: "duplicate" };

/**
 * Replaces the facts of a sign-up at a given version; the old facts are not kept. A changed address has to be confirmed
 * again. A savepoint keeps the transaction usable when another sign-up has the address.
 * @param confirmedAt when the owner of the changed address has confirmed it already
 */
export async function replaceFacts(
  tx: Db,
  { audience, id, version }: { audience: Audience; id: string; version: number },
  { website, email, ...facts }: Facts,
  confirmedAt: Date | null = null,
): Promise<Replaced> {
  const table = signupTables[audience];
  const isSameAddress = sql`lower(${table.email}) = lower(${email})`;
  try {
    const { rowCount } = await tx.transaction((savepoint) =>
      savepoint
        .update(table)
        .set({
          ...facts,
          email,
          confirmedAt: sql`case when ${isSameAddress} then ${table.confirmedAt} else ${confirmedAt?.toISOString() ?? null}::timestamptz end`,
          version: sql`${table.version} + 1`,
          ...(website !== null && { website }),
        })
        .where(and(eq(table.id, id), eq(table.version, version))),
    );
    return { type: (rowCount ?? 0) > 0 ? "replaced" : "stale" };
  } catch (error) {
    if (uniqueViolation(error)?.endsWith("_email_key")) return { type: "duplicate" };
    throw error;
  }
}
