import type { SavedSegment } from "#contract/segments.schema.ts";
import { segmentMessages } from "#contract/segments.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { findSavedSegment, selectAddressesOfSegment } from "#server/signups/segments/segments.service.ts";
import type { RecipientFilter } from "./recipients.queries.ts";

/** Finds the addresses of a campaign's segment for the queries of recipients; null without a segment. */
export async function findRecipientSegment(
  db: Db,
  { segmentId, ...filter }: Pick<RecipientFilter, "recipientType" | "statusFilter" | "segmentId">,
) {
  return segmentId === null ? null : selectAddressesOfSegment(db, segmentId, filter);
}

/** Locks a campaign's segment until the transaction ends. @throws ApiError 400 for a deleted segment, or one that uses deleted data */
export async function lockSegment(tx: Db, segmentId: string | null): Promise<SavedSegment | null> {
  if (segmentId === null) return null;
  const segment = await findSavedSegment(tx, segmentId, "share");
  if (!segment) throw invalid({ segmentId: segmentMessages.notFound });
  if (segment.missing !== null) throw invalid({ segmentId: segment.missing });
  return segment;
}
