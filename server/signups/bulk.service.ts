import { randomUUID } from "node:crypto";
import type { Audience } from "#contract/audience.ts";
import {
  type BulkAction,
  type BulkEvent,
  type BulkRecipients,
  bulkSkipReasons,
} from "#contract/decisions.schema.ts";
import { messages } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import {
  countDecisionRecipients,
  countExisting,
  countLimited,
  countUnconfirmed,
  deleteSignups,
  extendBulkDecision,
  insertBulkDecision,
  markBulkPending,
  takeBulkDecision,
  updatePendingStatus,
} from "./decisions.queries.ts";
import { undoableSince } from "./decisions.rules.ts";
import type { DecisionDeps } from "./decisions.service.ts";
import { emitDeleted } from "./retention.service.ts";
import { findListFilter } from "./segments/segments.service.ts";
import { isWhole, type Source } from "./signup-list.queries.ts";
import { type Cursor, countMatches, walkSignups } from "./signup-walk.queries.ts";
import { undoTooLate } from "./signups.errors.ts";

/** Number of sign-ups that one transaction changes. */
const batchSize = 500;
/** Messages about bulk decisions wait for the end of the action. This is the longest wait, in case the action never ends. */
const unfinishedBulkMs = 60 * 60 * 1_000;
/** Number of rows that a step reads when a search leaves out most of them. */
const searchStep = 5_000;

type BulkDeps = DecisionDeps & Pick<AppDependencies, "log">;
type BulkRequest = { audience: Audience; action: BulkAction; actor: string };
type Bulk = BulkRequest & { bulkId: string };
/** Null without a decision to undo. */
type BulkUndo = Pick<Extract<BulkEvent, { type: "result" }>, "bulkId" | "undoMs">;
type SkipReason = (typeof bulkSkipReasons)[number];
type BatchOutcome = { changed: number } & Record<SkipReason, number>;

/** Recipients are counted up to this number; the screen then shows "more than". */
const countedRecipientsMax = 10_000;

/** True for an action that may delete more than one sign-up. */
export function deletesMany(action: BulkAction): boolean {
  return action.action === "delete" && ("all" in action || action.ids.length > 1);
}

/** Decides or deletes many sign-ups in batches, and reports the progress. Ends when the reader of the events disconnects. */
export async function* runBulkAction(deps: BulkDeps, request: BulkRequest): AsyncGenerator<BulkEvent, void> {
  const bulkId = randomUUID();
  const sum: BatchOutcome = { changed: 0, not_pending: 0, unconfirmed: 0, limited: 0, not_found: 0 };
  const isDecision = request.action.action !== "delete";
  let undo: BulkUndo = { bulkId: null, undoMs: null };
  try {
    try {
      yield* decideAll(deps, { ...request, bulkId }, sum);
    } finally {
      // This also runs when the reader disconnects: decisions made until then become final after the same time.
      if (isDecision && sum.changed > 0) {
        await openBulkUndo(deps, { ...request, id: bulkId });
        undo = { bulkId, undoMs: limits.undoMs };
      }
    }
    yield { type: "result", done: sum.changed, skipped: skippedOf(sum), ...undo };
  } catch (error) {
    deps.log.error("failed to finish a bulk action", { action: request.action.action, error });
    const message = isDatabaseUnavailable(error) ? messages.unavailable : messages.internal;
    yield { type: "failure", message, ...undo };
  }
}

/** Counts the people who would get a mail about a bulk decision. */
export async function countBulkRecipients(
  { db }: Pick<BulkDeps, "db">,
  request: Omit<BulkRequest, "actor">,
): Promise<BulkRecipients> {
  const sum = { recipients: 0, unconfirmed: 0, disposable: 0 };
  const { batches } = await findSelection(db, request);
  for await (const ids of batches) {
    const counted = await countDecisionRecipients(db, request.audience, ids);
    for (const key of ["recipients", "unconfirmed", "disposable"] as const) sum[key] += counted[key];
    if (sum.recipients >= countedRecipientsMax) return { ...sum, isExact: false };
  }
  return { ...sum, isExact: true };
}

async function* decideAll(deps: BulkDeps, request: Bulk, sum: BatchOutcome): AsyncGenerator<BulkEvent, void> {
  const selection = await findSelection(deps.db, request);
  const bulkId = request.action.action === "delete" ? null : request.bulkId;
  let done = 0;
  yield { type: "progress", done, total: selection.total, bulkId };
  for await (const ids of selection.batches) {
    const outcome = await deps.db.transaction((tx) => changeBatch(tx, deps, request, ids));
    sum.changed += outcome.changed;
    for (const reason of bulkSkipReasons) sum[reason] += outcome[reason];
    done += ids.length;
    yield { type: "progress", done, total: Math.max(done, selection.total), bulkId };
  }
}

function skippedOf(sum: BatchOutcome) {
  return bulkSkipReasons.map((reason) => ({ reason, count: sum[reason] })).filter(({ count }) => count > 0);
}

type Selection = { total: number; batches: AsyncGenerator<string[], void> };

async function findSelection(db: Db, { audience, action }: Omit<BulkRequest, "actor">): Promise<Selection> {
  if ("ids" in action) {
    const ids = [...new Set(action.ids)];
    return { total: ids.length, batches: batchesOf(ids) };
  }
  const source = { audience, filter: await findListFilter(db, audience, action), until: action.until };
  return { total: await countMatches(db, source), batches: matchingBatches(db, source) };
}

async function* batchesOf(ids: string[]): AsyncGenerator<string[], void> {
  for (let start = 0; start < ids.length; start += batchSize) yield ids.slice(start, start + batchSize);
}

/** Goes from the newest sign-up to the oldest, so that sign-ups that arrive meanwhile are left out. */
async function* matchingBatches(db: Db, source: Source): AsyncGenerator<string[], void> {
  const size = isWhole(source.filter) ? batchSize : searchStep;
  let cursor: Cursor | null = null;
  do {
    const step = await walkSignups(db, source, { order: "desc", size, cursor });
    yield* batchesOf(step.signups.map(({ id }) => id));
    cursor = step.cursor;
  } while (cursor);
}

async function changeBatch(tx: Db, deps: BulkDeps, request: Bulk, ids: string[]): Promise<BatchOutcome> {
  return request.action.action === "delete"
    ? deleteBatch(tx, deps, request, ids)
    : decideBatch(tx, deps, request, ids);
}

async function deleteBatch(
  tx: Db,
  { events }: BulkDeps,
  { audience, actor }: BulkRequest,
  ids: string[],
): Promise<BatchOutcome> {
  const deleted = await deleteSignups(tx, audience, { ids, limited: false });
  const changed = deleted.length;
  if (changed > 0) {
    await recordEntry(tx, { actor, action: "signups.deleted", details: { audience, count: changed } });
    await emitDeleted(tx, events, { audience, signups: deleted, reason: "admin", source: actor });
  }
  const limited = changed === ids.length ? 0 : await countLimited(tx, audience, ids);
  return { changed, not_pending: 0, unconfirmed: 0, limited, not_found: ids.length - changed - limited };
}

async function decideBatch(
  tx: Db,
  { events, now }: BulkDeps,
  { audience, action, actor, bulkId }: Bulk,
  ids: string[],
): Promise<BatchOutcome> {
  const status = action.action === "approve" ? "approved" : "rejected";
  const decided = await updatePendingStatus(tx, audience, { ids, status, at: now(), bulkId });
  const changed = decided.length;
  if (changed > 0) {
    await recordEntry(tx, { actor, action: `signups.${status}`, details: { audience, count: changed } });
    const decision = { status, finalInMs: unfinishedBulkMs, bulkId, silent: action.silent ?? false } as const;
    await events.emit(tx, "decided", { audience, ...decision, signups: decided });
  }
  if (changed === ids.length) return { changed, not_pending: 0, unconfirmed: 0, limited: 0, not_found: 0 };
  const existing = await countExisting(tx, audience, ids);
  const unconfirmed = await countUnconfirmed(tx, audience, ids);
  const limited = await countLimited(tx, audience, ids);
  const notPending = existing - changed - unconfirmed - limited;
  return { changed, not_pending: notPending, unconfirmed, limited, not_found: ids.length - existing };
}

const dayMs = 24 * 60 * 60 * 1_000;

type BulkTarget = { id: string; audience: Audience };

/** Starts the time in which a bulk action can be undone. */
async function openBulkUndo({ db, now, events }: DecisionDeps, { id, audience }: BulkTarget): Promise<void> {
  const finishedAt = now();
  const forgetBefore = new Date(finishedAt.getTime() - dayMs);
  await db.transaction(async (tx) => {
    await insertBulkDecision(tx, { id, audience, finishedAt, forgetBefore });
    await events.emit(tx, "bulkFinished", { bulkId: id, finalInMs: limits.undoMs });
  });
}

/** Undoes a whole bulk decision. @returns the number of sign-ups that are pending again */
export async function undoBulkDecision(
  { db, now, events }: DecisionDeps,
  { id, audience, actor }: BulkTarget & { actor: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    const taken = await takeBulkDecision(tx, { id, audience, since: undoableSince(now()) });
    if (!taken) throw undoTooLate();
    const signups = await markBulkPending(tx, { id, audience });
    await events.emit(tx, "undone", { audience, signups });
    await recordEntry(tx, {
      actor,
      action: "signups.decision_undone",
      details: { audience, count: signups.length },
    });
    return signups.length;
  });
}

/** Restarts the undo time of a bulk decision. Its messages wait until that time ends. */
export async function extendBulkUndo(
  { db, now, events }: DecisionDeps,
  { id, audience }: BulkTarget,
): Promise<number> {
  await db.transaction(async (tx) => {
    const since = undoableSince(now());
    if (!(await extendBulkDecision(tx, { id, audience, since, at: now() }))) throw undoTooLate();
    await events.emit(tx, "bulkFinished", { bulkId: id, finalInMs: limits.undoMs });
  });
  return limits.undoMs;
}
