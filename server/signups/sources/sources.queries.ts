import { inArray } from "drizzle-orm";
import type { VisitSource } from "#contract/sources.ts";
import { sources } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";

/** Finds the sources with these ids. The id null means that the source is unknown. */
export async function findSources(
  db: Db,
  ids: readonly (number | null)[],
): Promise<Map<number | null, VisitSource>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const found = await db.select().from(sources).where(inArray(sources.id, known));
  return new Map(found.map(({ id, source, medium, campaign }) => [id, { source, medium, campaign }]));
}
