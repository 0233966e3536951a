import { inArray } from "drizzle-orm";
import type { VisitSource } from "#contract/sources.ts";
import { sources } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";

/** The sources with these ids; null is one that is not known. */
export async function findSources(
  db: Db,
  ids: readonly (number | null)[],
): Promise<Map<number | null, VisitSource>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const found = await db.select().from(sources).where(inArray(sources.id, known));
  return new Map(found.map(({ id, source, medium, campaign }) => [id, { source, medium, campaign }]));
}
