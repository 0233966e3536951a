import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Audience, audiences } from "#contract/audience.ts";
import { samplesUntil } from "#contract/samples.schema.ts";
import { betaSignups, brandSignups } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";
import { lockRevision } from "#server/questionnaire/active-questions.service.ts";
import { type StoredSignup, toStored } from "#server/signups/decisions.queries.ts";
import { signupTables } from "#server/signups/signups.queries.ts";
import type { SampleSignup } from "./sample-signups.rules.ts";

const countsSchema = z.object({ users: z.number(), brands: z.number(), real: z.number() });

/** Counts the samples of each audience, and the real sign-ups until they are too many for samples. */
export function countSamples(db: Db): Promise<z.output<typeof countsSchema>> {
  return onlyRow(
    db,
    countsSchema,
    sql`
    select (select count(*)::int from ${betaSignups} where sample) as users,
      (select count(*)::int from ${brandSignups} where sample) as brands,
      (select count(*)::int from (
        (select 1 from ${betaSignups} where not sample limit ${samplesUntil + 1})
        union all
        (select 1 from ${brandSignups} where not sample limit ${samplesUntil + 1})
      ) as signups) as real`,
  );
}

/** Keeps other requests from adding samples until the transaction ends. @returns whether the questionnaire still has this revision */
export async function holdQuestionnaire(tx: Db, revision: number): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('samples'))`);
  return lockRevision(tx, revision);
}

/** Skips samples whose address is signed up already. @returns how many were stored */
export async function insertSamples(
  tx: Db,
  audience: Audience,
  { signups, now }: { signups: SampleSignup[]; now: Date },
): Promise<number> {
  const rows = signups.map(({ hoursAgo, website, ...signup }) => {
    const createdAt = new Date(now.getTime() - hoursAgo * 3_600_000);
    // Stored as confirmed, so that samples can be decided under any settings.
    return { ...signup, website: website ?? "", createdAt, confirmedAt: createdAt, sample: true };
  });
  const { rowCount } = await (audience === "brand"
    ? tx.insert(brandSignups).values(rows).onConflictDoNothing()
    : tx
        .insert(betaSignups)
        .values(rows.map(({ website: _, ...row }) => row))
        .onConflictDoNothing());
  return rowCount ?? 0;
}

/** Deletes every sample of both audiences. */
export async function deleteSamples(tx: Db): Promise<Record<Audience, StoredSignup[]>> {
  const deleted: Record<Audience, StoredSignup[]> = { user: [], brand: [] };
  for (const audience of audiences) {
    const table = signupTables[audience];
    const gone = await tx.delete(table).where(eq(table.sample, true)).returning();
    deleted[audience] = gone.map(toStored);
  }
  return deleted;
}
