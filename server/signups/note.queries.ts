import { and, eq, sql } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import type { SaveNote } from "#contract/signup-note.schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { signupTables } from "./signups.queries.ts";

/** @returns false when the sign-up was deleted or has another version */
export async function updateNote(
  db: Db,
  audience: Audience,
  { id, starred, note, version }: SaveNote & { id: string },
): Promise<boolean> {
  const table = signupTables[audience];
  const { rowCount } = await db
    .update(table)
    .set({ starred, note: note === "" ? null : note, version: sql`${table.version} + 1` })
    .where(and(eq(table.id, id), eq(table.version, version)));
  return (rowCount ?? 0) > 0;
}
