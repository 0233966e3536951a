import type { Audience } from "#contract/audience.ts";
import type { DecidedSignup } from "#contract/decisions.schema.ts";
import { limits } from "#contract/limits.ts";
import type { SignupDetail } from "#contract/signup-list.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findNewestInvitations, presentInvitation } from "#server/invitations/invitation-states.service.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { findSuppressions } from "#server/privacy/suppressions.service.ts";
import { findQuestions } from "#server/questionnaire/active-questions.service.ts";
import { getReferralOf } from "#server/referrals/referral-report.service.ts";
import {
  countUnconfirmed,
  extendDecision,
  findSignup,
  markPending,
  type StoredSignup,
  updatePendingStatus,
} from "./decisions.queries.ts";
import { answersOf, remainingUndoMs, toDecidedSignup, toSummary, undoableSince } from "./decisions.rules.ts";
import { deleteOneSignup } from "./retention.service.ts";
import type { DecidedStatus, SignupEvents } from "./signup-events.ts";
import {
  addressUnconfirmed,
  messageTooLate,
  notPending,
  processingLimited,
  signupNotFound,
  undoTooLate,
} from "./signups.errors.ts";
import { findSources } from "./sources/sources.queries.ts";

export type DecisionDeps = Pick<AppDependencies, "db" | "now"> & { events: SignupEvents };
/** Who acts on which sign-up; `actor` is the admin's e-mail. */
type Target = { audience: Audience; id: string; actor: string };

export async function getSignup(
  { db }: Pick<AppDependencies, "db">,
  { audience, id }: Omit<Target, "actor">,
): Promise<SignupDetail> {
  const signup = await getStored({ db }, { audience, id });
  const answers = answersOf(signup.responses, await findQuestions(db));
  const { version, limitedAt, sourceId, starred, note } = signup;
  const sources = await findSources(db, [sourceId]);
  const invitation = (await findNewestInvitations(db, [id], new Date())).get(id);
  const stops = await findSuppressions(db, signup.emailHash);
  return {
    ...toSummary(signup),
    answers,
    starred,
    note,
    referral: await getReferralOf(db, id),
    version,
    limitedAt: limitedAt?.toISOString() ?? null,
    source: sources.get(sourceId) ?? null,
    invitation: invitation ? presentInvitation(invitation) : null,
    blockedFor: (stops.find(({ scope }) => scope === "all") ?? stops[0])?.reason ?? null,
  };
}

/** Approves or rejects a pending sign-up. @throws 409 when another admin was faster */
export async function decideSignup(
  { db, now, events }: DecisionDeps,
  { audience, id, status, actor }: Target & { status: DecidedStatus },
): Promise<DecidedSignup> {
  return db.transaction(async (tx) => {
    const [signup] = await updatePendingStatus(tx, audience, { ids: [id], status, at: now() });
    if (!signup) {
      const stored = await getStored({ db: tx }, { audience, id });
      if (stored.limitedAt && stored.status === "pending") throw processingLimited();
      throw (await countUnconfirmed(tx, audience, [id])) > 0 ? addressUnconfirmed() : notPending();
    }
    await recordEntry(tx, { actor, action: `signup.${status}`, subject: id, details: { audience } });
    const decision = { status, finalInMs: limits.undoMs, bulkId: null, silent: false };
    await events.emit(tx, "decided", { audience, ...decision, signups: [signup] });
    return toDecidedSignup(signup, now());
  });
}

/** Undoes a recent decision, also one of another administrator. */
export async function undoDecision(
  { db, now, events }: DecisionDeps,
  { audience, id, actor }: Target,
): Promise<DecidedSignup> {
  return db.transaction(async (tx) => {
    const signup = await markPending(tx, audience, { id, since: undoableSince(now()) });
    if (!signup) {
      await getStored({ db: tx }, { audience, id });
      throw undoTooLate();
    }
    await recordEntry(tx, { actor, action: "signup.decision_undone", subject: id, details: { audience } });
    await events.emit(tx, "undone", { audience, signups: [signup] });
    return toDecidedSignup(signup, now());
  });
}

/** Restarts the undo time of a decision that can still be undone; its message waits until that time ends (WCAG 2.2.1). */
export async function extendUndo(
  { db, now, events }: DecisionDeps,
  { audience, id }: Omit<Target, "actor">,
): Promise<DecidedSignup> {
  return db.transaction(async (tx) => {
    const signup = await extendDecision(tx, audience, { id, since: undoableSince(now()), at: now() });
    if (!signup) {
      await getStored({ db: tx }, { audience, id });
      throw undoTooLate();
    }
    await events.emit(tx, "extended", { signups: [signup], finalInMs: limits.undoMs });
    return toDecidedSignup(signup, now());
  });
}

/** Keeps a recent decision and withdraws its message, which is sent only after the undo time. @throws 409 after that time */
export async function withdrawDecisionMessage(
  { db, now, events }: DecisionDeps,
  { audience, id, actor }: Target,
): Promise<void> {
  await db.transaction(async (tx) => {
    const signup = await getStored({ db: tx }, { audience, id });
    if (signup.status !== "pending" && remainingUndoMs(signup, now()) === null) throw messageTooLate();
    await events.emit(tx, "silenced", { signups: [{ id }] });
    await recordEntry(tx, { actor, action: "signup.message_withdrawn", subject: id, details: { audience } });
  });
}

export async function deleteSignup(
  { db, events }: DecisionDeps,
  { audience, id, actor }: Target,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteOneSignup(tx, events, { audience, id, source: actor }))) throw signupNotFound();
    await recordEntry(tx, { actor, action: "signup.deleted", subject: id, details: { audience } });
  });
}

async function getStored(
  { db }: Pick<DecisionDeps, "db">,
  { audience, id }: Omit<Target, "actor">,
): Promise<StoredSignup> {
  const signup = await findSignup(db, audience, id);
  if (!signup) throw signupNotFound();
  return signup;
}
