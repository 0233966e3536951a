import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { SignupList, SignupListQuery } from "#contract/signup.schema.ts";
import { normaliseText } from "#contract/text.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import {
  countByStatus,
  findAllHits,
  findHits,
  findHitsByDate,
  findSlice,
  type Hits,
  hitLimit,
  isWhole,
  type Listing,
  type Source,
} from "./signup-list.repository.ts";

/** One page of sign-ups, and how many there are in all. */
export async function listSignups(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  audience: Audience,
  query: SignupListQuery,
): Promise<SignupList> {
  const { status, order, page, answer } = query;
  const asOf = now().toISOString();
  const source = { audience, filter: { status, search: normaliseText(query.search), answer } };
  const show = query.show === "" ? [] : query.show.split(",");
  const slice = { order, offset: (page - 1) * limits.signupPageSize, limit: limits.signupPageSize, show };
  const found = isWhole(source.filter) ? await listAll(db, source, slice) : await search(db, source, slice);
  return { ...found, asOf, page, pageSize: limits.signupPageSize };
}

type Found = Pick<SignupList, "items" | "counts" | "total" | "totalIsExact">;

/** Pages of the second half are read from the end. */
async function listAll(db: Db, source: Source, slice: Listing): Promise<Found> {
  const byStatus = await countByStatus(db, source.audience);
  const counts = { ...byStatus, all: byStatus.pending + byStatus.approved + byStatus.rejected };
  const total = counts[source.filter.status];
  const left = total - slice.offset;
  if (left <= 0) return { items: [], counts, total, totalIsExact: true };
  if (slice.offset <= total / 2) {
    return { items: await findSlice(db, source, slice), counts, total, totalIsExact: true };
  }
  const limit = Math.min(slice.limit, left);
  const order = slice.order === "asc" ? "desc" : "asc";
  const reversed = await findSlice(db, source, { ...slice, order, limit, offset: left - limit });
  return { items: reversed.reverse(), counts, total, totalIsExact: true };
}

/**
 * Rare terms are found by their trigrams, frequent ones by going through the dates: each way is slow where the other
 * is quick, and how frequent a term is shows only in trying.
 */
async function search(db: Db, source: Source, slice: Listing): Promise<Found> {
  if (!hasTrigram(source.filter.search)) {
    const recent = await findHitsByDate(db, source, slice, Math.max(hitLimit, slice.offset + slice.limit));
    if (recent.count > limits.searchTotalMax && fills(recent, slice)) return manyHits(recent);
  }
  const hits = await findHits(db, source, slice);
  if (hits.count <= limits.searchTotalMax)
    return { items: hits.items, counts: null, total: hits.count, totalIsExact: true };
  const recent = await findHitsByDate(db, source, slice);
  return manyHits(fills(recent, slice) ? recent : await findAllHits(db, source, slice));
}

/** Without three letters or digits in a row the trigram index is of no use. */
function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(term);
}

function fills({ items }: Hits, slice: Listing): boolean {
  return items.length === slice.limit;
}

function manyHits({ items }: Hits): Found {
  return { items, counts: null, total: limits.searchTotalMax, totalIsExact: false };
}
