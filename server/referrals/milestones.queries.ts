import { sql } from "drizzle-orm";
import { z } from "zod";
import { audiences } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows, textArray } from "#server/lib/database/sql.ts";

const referrerSchema = z.object({
  id: z.string(),
  audience: z.enum(audiences),
  firstMessageAt: z.coerce.date().nullable(),
  decisiveMessageAt: z.coerce.date().nullable(),
});

/**
 * Finds and locks the codes of these people's referrers, and of these people themselves, who may have confirmed after their friends. Leaves
 * out people who have both messages. The locks last until the transaction ends: people who confirm at the same time are counted one
 * after the other, and no message is written to a person who is deleted meanwhile.
 */
export function lockReferrers(tx: Db, ids: string[]) {
  const given = sql`(${textArray(ids)}::uuid[])`;
  return rows(
    tx,
    referrerSchema,
    sql`
    select signup_id as id, audience, first_told_at as "firstMessageAt", decisive_told_at as "decisiveMessageAt"
    from referral_codes
    where decisive_told_at is null and (
      signup_id = any ${given} or signup_id in (select referrer_id from counted_friends() where friend_id = any ${given})
    )
    order by signup_id for update`,
  );
}

/** Records which message was written. After the message about the decisive friend, the one about the first friend is no longer sent. */
export async function markMilestoneSent(
  tx: Db,
  signupId: string,
  { decisive }: { decisive: boolean },
): Promise<void> {
  await tx.execute(sql`
    update referral_codes
    set first_told_at = coalesce(first_told_at, now()), decisive_told_at = case when ${decisive} then now() end
    where signup_id = ${signupId}::uuid`);
}
