import { and, desc, eq, gt, inArray, isNotNull, lte, ne, or, sql } from "drizzle-orm";
import type { CampaignGroup } from "#contract/campaigns.schema.ts";
import type { CampaignStatus } from "#contract/email.ts";
import type { Place } from "#contract/place.schema.ts";
import { campaigns } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { RecipientFilter } from "./recipients.queries.ts";

export type StoredCampaign = typeof campaigns.$inferSelect;

export type NewCampaign = RecipientFilter & {
  subject: string;
  content: string;
  fingerprint: string;
  segmentName: string | null;
  reason: string | null;
  createdBy: string;
  simulated: boolean;
  status: "running" | "scheduled";
  scheduledAt: Date | null;
  resendOf?: string;
};

const open: CampaignStatus[] = ["scheduled", "running", "paused"];

/** Makes a concurrent identical start wait until the transaction of the first one ends. */
export async function lockFingerprint(tx: Db, fingerprint: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`);
}

/** Finds a campaign with the same fingerprint that has not ended, or that began after `since`: a second start is then a mistake. */
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

/** Finds a campaign without its content, which may be large, because screens poll campaigns. */
export async function findCampaign(db: Db, id: string): Promise<CampaignSummary | null> {
  const row = await db.query.campaigns.findFirst({
    columns: { content: false },
    where: eq(campaigns.id, id),
  });
  return row ?? null;
}

export type CampaignSummary = Omit<StoredCampaign, "content">;

const groups: Record<CampaignGroup, CampaignStatus[]> = {
  draft: ["draft"],
  scheduled: ["scheduled"],
  running: ["running", "paused"],
  done: ["completed", "cancelled"],
};

/** Lists the newest campaigns without their contents. @param before the last campaign of the previous page */
export async function listCampaigns(
  db: Db,
  { group, before }: { group?: CampaignGroup | undefined; before?: Place | undefined },
  limit: number,
): Promise<CampaignSummary[]> {
  return db.query.campaigns.findMany({
    columns: { content: false },
    where: and(
      group && inArray(campaigns.status, groups[group]),
      before &&
        sql`(${campaigns.createdAt}, ${campaigns.id}) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`,
    ),
    orderBy: [desc(campaigns.createdAt), desc(campaigns.id)],
    limit,
  });
}

/** Finds the subjects of the drafts, or of the scheduled campaigns, that use a segment. */
export async function findSubjectsOfSegment(
  db: Db,
  segmentId: string,
  status: "draft" | "scheduled",
): Promise<string[]> {
  const rows = await db
    .select({ subject: campaigns.subject })
    .from(campaigns)
    .where(and(eq(campaigns.segmentId, segmentId), eq(campaigns.status, status)));
  return rows.map(({ subject }) => subject);
}

/** Counts the campaigns of each group. */
export async function countCampaigns(db: Db): Promise<Record<CampaignGroup, number>> {
  const byStatus = await db
    .select({ status: campaigns.status, count: sql<number>`count(*)::int` })
    .from(campaigns)
    .groupBy(campaigns.status);
  const of = (group: CampaignGroup) =>
    byStatus.reduce((sum, { status, count }) => (groups[group].includes(status) ? sum + count : sum), 0);
  return { draft: of("draft"), scheduled: of("scheduled"), running: of("running"), done: of("done") };
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

const unhindered = { pausedReason: null, nextAttemptAt: null, probes: 0 };

const dueAt = sql`greatest(${campaigns.scheduledAt}, ${campaigns.nextAttemptAt})`;

/** The scheduled campaign to start first; none during a hold of mail. A failed start delays a campaign behind the others. */
function selectDue(db: Db, now: Date) {
  return db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.status, "scheduled"),
        sql`${dueAt} <= ${now.toISOString()}::timestamptz`,
        sql`not exists (select from mail_hold)`,
      ),
    )
    .orderBy(dueAt)
    .limit(1);
}

export async function hasDue(db: Db, now: Date): Promise<boolean> {
  return (await selectDue(db, now)).length > 0;
}

/** Takes one due scheduled campaign, so that only one instance starts it. */
export async function takeDue(tx: Db, now: Date): Promise<StoredCampaign | null> {
  const [row] = await tx
    .update(campaigns)
    .set({ ...unhindered, status: "running", startedAt: now })
    .where(inArray(campaigns.id, selectDue(tx, now).for("update", { skipLocked: true })))
    .returning();
  return row ?? null;
}

/** Schedules a campaign again whose start failed. */
export async function delayStart(
  tx: Db,
  id: string,
  hindrance: { pausedReason: string; nextAttemptAt: Date },
): Promise<void> {
  await tx
    .update(campaigns)
    .set({ ...hindrance, status: "scheduled", startedAt: null })
    .where(eq(campaigns.id, id));
}

export type StatusChange = {
  from: readonly CampaignStatus[];
  /** Whether the change is also allowed for a campaign that paused itself. */
  fromWaiting?: boolean;
  to: CampaignStatus;
  pausedReason?: string | null;
  /** The time of the next probe; a pause without it ends only by an admin. */
  nextAttemptAt?: Date | null;
};

const pausedItself = and(eq(campaigns.status, "paused"), isNotNull(campaigns.nextAttemptAt));

/** Lists the campaigns that send or will resume automatically; none that is simulated. */
export async function listActive(db: Db): Promise<string[]> {
  const running = and(eq(campaigns.status, "running"), eq(campaigns.simulated, false));
  const active = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(or(running, pausedItself))
    .orderBy(campaigns.id);
  return active.map(({ id }) => id);
}

/** Makes drafts of the scheduled campaigns whose time has passed. @param pausedReason what the admin reads on the draft */
export async function unscheduleDue(tx: Db, pausedReason: string): Promise<void> {
  await tx
    .update(campaigns)
    .set({ ...unhindered, status: "draft", pausedReason, scheduledAt: null, fingerprint: "" })
    .where(and(eq(campaigns.status, "scheduled"), lte(campaigns.scheduledAt, sql`now()`)));
}

/** Changes the status of a campaign. @returns null when its present status does not allow the change */
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
      status: to,
      pausedReason,
      nextAttemptAt,
      ...(ends && { finishedAt: sql`now()` }),
    })
    .where(and(eq(campaigns.id, id), possible))
    .returning();
  return row ?? null;
}

/** Stores why a running campaign makes no progress. */
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

/** @returns whether the campaign had paused itself and runs again */
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
 * Takes a campaign that paused itself and whose next attempt is due. The same statement sets the time of the following attempt, so that
 * only one instance tries, and the next attempt happens even if that instance is killed.
 * @param pauses in seconds: the second one follows the first attempt, the last one repeats
 */
export async function takeProbe(db: Db, { now, pauses }: { now: Date; pauses: readonly number[] }) {
  const pause = sql`(${`{${pauses.join(",")}}`}::int[])[least(${campaigns.probes} + 2, ${pauses.length}::int)]`;
  const due = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(pausedItself, lte(campaigns.nextAttemptAt, now), sql`not exists (select from mail_hold)`))
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

/** Locks a campaign. Call it before reading its messages, so that a concurrent requeue of one commits before or waits. */
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

/** The content of a campaign; null when it is gone. */
export async function findCampaignContent(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ content: campaigns.content }).from(campaigns).where(eq(campaigns.id, id));
  return row?.content ?? null;
}

/** Finds a campaign with its content. */
export async function findCampaignDetail(db: Db, id: string): Promise<StoredCampaign | null> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  return row ?? null;
}

/** Locks a campaign and all its resends, in the order of their ids to avoid deadlocks. @returns their ids */
export async function lockResends(tx: Db, root: string): Promise<string[]> {
  const family = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(or(eq(campaigns.id, root), eq(campaigns.resendOf, root)))
    .orderBy(campaigns.id)
    .for("no key update");
  return family.map(({ id }) => id);
}

/** Finds the campaigns that had begun or were due at that time and have not ended in this database. */
export async function findUnfinishedCampaigns(db: Db, at: Date): Promise<string[]> {
  const began = and(inArray(campaigns.status, ["running", "paused"]), lte(campaigns.startedAt, at));
  const wasDue = and(eq(campaigns.status, "scheduled"), lte(campaigns.scheduledAt, at));
  const rows = await db.select({ id: campaigns.id }).from(campaigns).where(or(began, wasDue));
  return rows.map(({ id }) => id);
}
