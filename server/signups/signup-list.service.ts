import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { SignupList, SignupListQuery } from "#contract/signup-list.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findListFilter } from "./segments/segments.service.ts";
import {
  countByStatus,
  countSince,
  findAllHits,
  findHits,
  findHitsByDate,
  findSlice,
  type Hits,
  hitLimit,
  isWhole,
  type Listing,
  type Source,
} from "./signup-list.queries.ts";
import { chooseSearchIndex } from "./signup-list.rules.ts";

/** Number of rows that are read in order of date to estimate how frequent a term is. */
const lookRows = 5_000;
/** Number of rows to read in order of date before another way is chosen. */
const walkRows = 80_000;
/** Matches may be a little less frequent in later rows than in the first ones. */
const walkMargin = 1.25;
/** From this offset on, finding the matches before the page twice would take too long. */
const deepOffset = 100;

/** One page of sign-ups, and how many there are in all. */
export async function listSignups(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  audience: Audience,
  query: SignupListQuery,
): Promise<SignupList> {
  const { order, page, until } = query;
  const asOf = until ?? now().toISOString();
  const source = { audience, filter: await findListFilter(db, audience, query), until };
  const show = query.show === "" ? [] : query.show.split(",");
  const slice = { order, offset: (page - 1) * limits.signupPageSize, limit: limits.signupPageSize, show };
  const found = isWhole(source.filter) ? await listAll(db, source, slice) : await search(db, source, slice);
  return { ...found, asOf, page, pageSize: limits.signupPageSize };
}

type Found = Pick<SignupList, "items" | "counts" | "limited" | "total" | "totalIsExact">;

/** Reads pages of the second half from the end. */
async function listAll(db: Db, source: Source, slice: Listing): Promise<Found> {
  const { limited, ...byStatus } = await countByStatus(db, source.audience);
  const counts = { ...byStatus, all: byStatus.pending + byStatus.approved + byStatus.rejected };
  const total = counts[source.filter.status] - (await countNewerSignups(db, source));
  const left = total - slice.offset;
  if (left <= 0) return { items: [], counts, limited, total, totalIsExact: true };
  if (slice.offset <= total / 2) {
    return { items: await findSlice(db, source, slice), counts, limited, total, totalIsExact: true };
  }
  const limit = Math.min(slice.limit, left);
  const order = slice.order === "asc" ? "desc" : "asc";
  const reversed = await findSlice(db, source, { ...slice, order, limit, offset: left - limit });
  return { items: reversed.reverse(), counts, limited, total, totalIsExact: true };
}

/** Counts the sign-ups that came in after the list was read. */
async function countNewerSignups(db: Db, { audience, filter, until }: Source): Promise<number> {
  return until === undefined
    ? 0
    : countSince(db, { audience, status: filter.status, since: until, limit: null });
}

/**
 * Rare terms are found by an index, frequent terms by reading rows in order of date: each way is slow for the other kind.
 * Only a trial shows how frequent a term is.
 */
async function search(db: Db, source: Source, slice: Listing): Promise<Found> {
  const isDeep = slice.offset >= deepOffset;
  if (isDeep || chooseSearchIndex(source.filter.search) !== "trigrams") {
    const recent = await searchByDate(db, source, slice);
    if (recent) return manyHits(recent);
  }
  const { items, byStatus, count, total } = await findHits(db, source, slice, "all");
  if (count > limits.searchTotalMax) return searchMany(db, source, slice);
  return { items, counts: { ...byStatus, all: count }, total, totalIsExact: true };
}

/** Runs when there are more matches than the limit of counting. The listed status may have fewer. */
async function searchMany(db: Db, source: Source, slice: Listing): Promise<Found> {
  const isDeep = slice.offset >= deepOffset;
  const { status } = source.filter;
  if (isDeep || status !== "all") {
    const hits = await (isDeep ? findAllHits(db, source, slice) : findHits(db, source, slice, status));
    if (hits.count <= limits.searchTotalMax)
      return { items: hits.items, counts: null, total: hits.total, totalIsExact: true };
    if (isDeep) return manyHits(hits);
  }
  const recent = await findHitsByDate(db, source, slice, { rows: walkRows, enough: endOf(slice) });
  return manyHits(fills(recent, slice) ? recent : await findAllHits(db, source, slice));
}

/**
 * Estimates from the first rows how many rows to read until the page is full and the limit of counting is reached.
 * Returns null when this would be too many rows.
 */
async function searchByDate(db: Db, source: Source, slice: Listing): Promise<Hits | null> {
  const enough = Math.max(hitLimit, endOf(slice));
  const first = await findHitsByDate(db, source, slice, { rows: lookRows, enough });
  if (first.count === enough) return first;
  const rows = Math.ceil((lookRows * enough * walkMargin) / first.count);
  const isNear = first.count > 0 && rows <= walkRows * (await shareOf(db, source));
  if (!isNear) return null;
  const further = await findHitsByDate(db, source, slice, { rows, enough });
  return further.count === enough ? further : null;
}

/** The share of rows with the status. Rows of other statuses lie between them and have to be read, too. */
async function shareOf(db: Db, { audience, filter: { status } }: Source): Promise<number> {
  if (status === "all") return 1;
  const { pending, approved, rejected, [status]: count } = await countByStatus(db, audience);
  return count / (pending + approved + rejected);
}

function endOf({ offset, limit }: Listing): number {
  return offset + limit;
}

function fills({ items }: Hits, slice: Listing): boolean {
  return items.length === slice.limit;
}

function manyHits({ items }: Hits): Found {
  return { items, counts: null, total: limits.searchTotalMax, totalIsExact: false };
}
