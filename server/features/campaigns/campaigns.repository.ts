import { and, desc, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import type { CampaignStatus } from "#contract/email.ts";
import { emailMessages } from "#contract/email.ts";
import { campaigns } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { RecipientFilter } from "./recipients.repository.ts";

export type StoredCampaign = typeof campaigns.$inferSelect;

export type NewCampaign = RecipientFilter & {
  subject: string;
  content: string;
  fingerprint: string;
  createdBy: string;
  simulated: boolean;
  status: "running" | "scheduled";
  scheduledAt: Date | null;
};

const open: CampaignStatus[] = ["scheduled", "running", "paused"];

/** Whoever starts the same mail at the same moment waits here until the first one's transaction has ended. */
export async function lockFingerprint(tx: Db, fingerprint: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`);
}

/** The same mail to the same people: still under way, or begun so recently that a second start is a slip. */
export async function findTwin(
  db: Db,
  { fingerprint, since }: { fingerprint: string; since: Date },
): Promise<StoredCampaign | null> {
  const [row] = await db
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.fingerprint, fingerprint),
        or(
          inArray(campaigns.status, open),
          and(ne(campaigns.status, "cancelled"), gt(campaigns.createdAt, since)),
        ),
      ),
    )
    .orderBy(desc(campaigns.createdAt))
    .limit(1);
  return row ?? null;
}

export async function insertCampaign(db: Db, campaign: NewCampaign): Promise<StoredCampaign> {
  const startedAt = campaign.status === "running" ? sql`now()` : null;
  const [row] = await db
    .insert(campaigns)
    .values({ ...campaign, startedAt })
    .returning();
  if (!row) throw new Error("the campaign was not inserted");
  return row;
}

export async function setTotal(db: Db, id: string, total: number): Promise<void> {
  await db.update(campaigns).set({ total }).where(eq(campaigns.id, id));
}

/** Without its content, which may be large: whoever watches a campaign asks again and again. */
export async function findCampaign(db: Db, id: string): Promise<Omit<StoredCampaign, "content"> | null> {
  const row = await db.query.campaigns.findFirst({
    columns: { content: false },
    where: eq(campaigns.id, id),
  });
  return row ?? null;
}

/** The newest campaigns, without their contents. */
export async function listCampaigns(db: Db, limit: number): Promise<Omit<StoredCampaign, "content">[]> {
  return db.query.campaigns.findMany({
    columns: { content: false },
    orderBy: desc(campaigns.createdAt),
    limit,
  });
}

export async function listRunning(
  db: Db,
): Promise<{ id: string; simulated: boolean; startedAt: Date | null }[]> {
  return db
    .select({ id: campaigns.id, simulated: campaigns.simulated, startedAt: campaigns.startedAt })
    .from(campaigns)
    .where(eq(campaigns.status, "running"))
    .orderBy(campaigns.startedAt, campaigns.id);
}

/** Takes one scheduled campaign whose time has come, so that one instance starts it. */
export async function takeDue(tx: Db, now: Date): Promise<StoredCampaign | null> {
  const [row] = await tx
    .update(campaigns)
    .set({ status: "running", startedAt: now })
    .where(
      inArray(
        campaigns.id,
        tx
          .select({ id: campaigns.id })
          .from(campaigns)
          .where(and(eq(campaigns.status, "scheduled"), sql`${campaigns.scheduledAt} <= ${now}`))
          .orderBy(campaigns.scheduledAt)
          .limit(1)
          .for("update", { skipLocked: true }),
      ),
    )
    .returning();
  return row ?? null;
}

/** One step of a campaign's life, if it is in one of the states that it may be taken from; null otherwise. */
export async function changeStatus(
  db: Db,
  id: string,
  {
    from,
    to,
    pausedReason = null,
  }: { from: CampaignStatus[]; to: CampaignStatus; pausedReason?: string | null },
): Promise<StoredCampaign | null> {
  const ends = to === "cancelled" || to === "completed";
  const [row] = await db
    .update(campaigns)
    .set({ status: to, pausedReason, ...(ends && { finishedAt: sql`now()` }) })
    .where(and(eq(campaigns.id, id), inArray(campaigns.status, from)))
    .returning();
  return row ?? null;
}

/** What waits and is in nobody's hands will not be sent any more. Messages under way are still counted when they end. */
export async function failWaiting(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`
    with cancelled as (
      update email_log set status = 'failed', error_message = ${emailMessages.cancelled}
      where campaign_id = ${id} and status = 'pending' and leased_by is null returning 1
    )
    update campaigns set failed = failed + (select count(*) from cancelled) where id = ${id}`);
}

/** Completes a running campaign that has no pending entry any more. */
export async function completeIfDone(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    update campaigns set status = 'completed', finished_at = now()
    where id = ${id} and status = 'running'
      and not exists (select 1 from email_log where campaign_id = ${id} and status = 'pending')`);
}

/** Marks every message of a simulated campaign as the specification says, and ends it; nothing leaves. */
export async function completeSimulated(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    with marked as (
      update email_log set status = 'sent', sent_at = now(), error_message = ${emailMessages.simulated}
      where campaign_id = ${id} and status = 'pending'
        and exists (select 1 from campaigns where id = ${id} and status = 'running')
      returning 1
    )
    update campaigns set status = 'completed', finished_at = now(), sent = sent + (select count(*) from marked)
    where id = ${id} and status = 'running'`);
}
