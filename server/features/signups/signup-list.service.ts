import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { SignupList, SignupListQuery } from "#contract/signup.schema.ts";
import { normaliseText } from "#contract/text.ts";
import type { Db } from "#server/lib/database/database.ts";
import {
  countSignups,
  findAllHits,
  findHits,
  findHitsByDate,
  findSlice,
  type Hits,
  hitLimit,
  type Slice,
  type Source,
} from "./signup-list.repository.ts";

/** One page of sign-ups, and how many there are in all. */
export async function listSignups(db: Db, audience: Audience, query: SignupListQuery): Promise<SignupList> {
  const { status, order, page } = query;
  const source = { audience, filter: { status, search: normaliseText(query.search) } };
  const slice = { order, offset: (page - 1) * limits.signupPageSize, limit: limits.signupPageSize };
  const found =
    source.filter.search === "" ? await listAll(db, source, slice) : await search(db, source, slice);
  return { ...found, page, pageSize: limits.signupPageSize };
}

type Found = Pick<SignupList, "items" | "total" | "totalIsExact">;

/** Pages of the second half are read from the end. */
async function listAll(db: Db, source: Source, slice: Slice): Promise<Found> {
  const total = await countSignups(db, source.audience, source.filter.status);
  const left = total - slice.offset;
  if (left <= 0) return { items: [], total, totalIsExact: true };
  if (slice.offset <= total / 2) {
    return { items: await findSlice(db, source, slice), total, totalIsExact: true };
  }
  const limit = Math.min(slice.limit, left);
  const order = slice.order === "asc" ? "desc" : "asc";
  const reversed = await findSlice(db, source, { order, limit, offset: left - limit });
  return { items: reversed.reverse(), total, totalIsExact: true };
}

/**
 * Rare terms are found by their trigrams, frequent ones by going through the dates: each way is slow where the other
 * is quick, and how frequent a term is shows only in trying.
 */
async function search(db: Db, source: Source, slice: Slice): Promise<Found> {
  if (!hasTrigram(source.filter.search)) {
    const recent = await findHitsByDate(db, source, slice, Math.max(hitLimit, slice.offset + slice.limit));
    if (recent.count > limits.searchTotalMax && fills(recent, slice)) return manyHits(recent);
  }
  const hits = await findHits(db, source, slice);
  if (hits.count <= limits.searchTotalMax)
    return { items: hits.items, total: hits.count, totalIsExact: true };
  const recent = await findHitsByDate(db, source, slice);
  return manyHits(fills(recent, slice) ? recent : await findAllHits(db, source, slice));
}

/** Without three letters or digits in a row the trigram index is of no use. */
function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(term);
}

function fills({ items }: Hits, slice: Slice): boolean {
  return items.length === slice.limit;
}

function manyHits({ items }: Hits): Found {
  return { items, total: limits.searchTotalMax, totalIsExact: false };
}
