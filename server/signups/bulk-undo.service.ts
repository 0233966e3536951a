import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { insertBulkDecision, markBulkPending, takeBulkDecision } from "./bulk-undo.queries.ts";
import { undoableSince } from "./decisions.rules.ts";
import type { DecisionDeps } from "./decisions.service.ts";
import { undoTooLate } from "./signups.errors.ts";

const dayMs = 24 * 60 * 60 * 1_000;

type Bulk = { id: string; audience: Audience };

/** From here on the decisions of a bulk action can be taken back, all of them for the same time. @returns until when */
export async function openBulkUndo({ db, now, events }: DecisionDeps, { id, audience }: Bulk): Promise<Date> {
  const finishedAt = now();
  const forgetBefore = new Date(finishedAt.getTime() - dayMs);
  await db.transaction(async (tx) => {
    await insertBulkDecision(tx, { id, audience, finishedAt, forgetBefore });
    await events.emit(tx, "bulkFinished", { bulkId: id, finalInMs: limits.undoMs });
  });
  return new Date(finishedAt.getTime() + limits.undoMs);
}

/** Takes a whole bulk decision back, as one gesture. @returns how many sign-ups are pending again */
export async function undoBulkDecision(
  { db, now, events }: DecisionDeps,
  { id, audience, actor }: Bulk & { actor: string },
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
