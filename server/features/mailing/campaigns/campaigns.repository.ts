import { and, desc, eq, gt, inArray, isNotNull, lte, ne, or, sql } from "drizzle-orm";
import type { CampaignStatus } from "#contract/email.ts";
import { campaigns } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { RecipientFilter } from "./recipients.repository.ts";

export type StoredCampaign = typeof campaigns.$inferSelect;

export type NewCampaign = RecipientFilter & {
  subject: string;
  content: string;
  fingerprint: string;
  reason: string | null;
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

export type StatusChange = {
  from: readonly CampaignStatus[];
  /** Also from a pause that would end by itself. */
  fromWaiting?: boolean;
  to: CampaignStatus;
  pausedReason?: string | null;
  /** A pause with it ends by itself. */
  nextAttemptAt?: Date | null;
};

const unhindered = { pausedReason: null, nextAttemptAt: null, probes: 0 };
const pausedItself = and(eq(campaigns.status, "paused"), isNotNull(campaigns.nextAttemptAt));

/** One step of a campaign's life, if it is in one of the states that it may be taken from; null otherwise. */
export async function changeStatus(
  db: Db,
  id: string,
  { from, fromWaiting = false, to, pausedReason = null, nextAttemptAt = null }: StatusChange,
): Promise<StoredCampaign | null> {
  const ends = to === "cancelled" || to === "completed";
  const possible = or(inArray(campaigns.status, from), fromWaiting ? pausedItself : undefined);
  const [row] = await db
    .update(campaigns)
    .set({
      ...unhindered,
      ...{ status: to, pausedReason, nextAttemptAt },
      ...(ends && { finishedAt: sql`now()` }),
    })
    .where(and(eq(campaigns.id, id), possible))
    .returning();
  return row ?? null;
}

/** Says why a running campaign does not get on just now. */
export async function noteUnreachable(
  db: Db,
  id: string,
  hindrance: { pausedReason: string; nextAttemptAt: Date },
): Promise<void> {
  await db
    .update(campaigns)
    .set(hindrance)
    .where(and(eq(campaigns.id, id), eq(campaigns.status, "running")));
}

/** @returns whether it was paused until then and runs again */
export async function noteReached(db: Db, id: string): Promise<boolean> {
  const resumed = await db
    .update(campaigns)
    .set({ ...unhindered, status: "running" })
    .where(and(eq(campaigns.id, id), pausedItself))
    .returning({ id: campaigns.id });
  if (resumed.length > 0) return true;
  await db
    .update(campaigns)
    .set(unhindered)
    .where(and(eq(campaigns.id, id), eq(campaigns.status, "running"), isNotNull(campaigns.pausedReason)));
  return false;
}

/**
 * Takes a campaign that paused itself and whose next attempt is due. The one after it is set in the same statement: of any
 * number of instances one tries, and when that one is killed meanwhile the next attempt is made nevertheless.
 * @param pauses in seconds: the second is the one after the first attempt, the last one is used again and again
 */
export async function takeProbe(db: Db, { now, pauses }: { now: Date; pauses: readonly number[] }) {
  const pause = sql`(${`{${pauses.join(",")}}`}::int[])[least(${campaigns.probes} + 2, ${pauses.length}::int)]`;
  const due = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(pausedItself, lte(campaigns.nextAttemptAt, now)))
    .orderBy(campaigns.nextAttemptAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await db
    .update(campaigns)
    .set({
      probes: sql`${campaigns.probes} + 1`,
      nextAttemptAt: sql`${now.toISOString()}::timestamptz + make_interval(secs => ${pause})`,
    })
    .where(inArray(campaigns.id, due))
    .returning({ id: campaigns.id });
  return row?.id ?? null;
}

export async function noteFailedProbe(db: Db, id: string, pausedReason: string): Promise<void> {
  await db
    .update(campaigns)
    .set({ pausedReason })
    .where(and(eq(campaigns.id, id), pausedItself));
}

/** Locked before the log is looked at: a failed message that is sent again just now is seen, or comes after the end. */
export async function lockCampaign(tx: Db, id: string): Promise<CampaignStatus | null> {
  const [row] = await tx
    .select({ status: campaigns.status })
    .from(campaigns)
    .where(eq(campaigns.id, id))
    .for("no key update");
  return row?.status ?? null;
}

export async function addToCount(
  tx: Db,
  id: string,
  { count, by }: { count: "sent" | "cancelled" | "skipped"; by: number },
): Promise<void> {
  await tx
    .update(campaigns)
    .set({ [count]: sql`${campaigns[count]} + ${by}` })
    .where(eq(campaigns.id, id));
}

/** What a campaign says; null when it is gone. */
export async function findCampaignContent(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ content: campaigns.content }).from(campaigns).where(eq(campaigns.id, id));
  return row?.content ?? null;
}
