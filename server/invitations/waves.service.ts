import { randomBytes, randomUUID } from "node:crypto";
import { addresses } from "#contract/audience.ts";
import { systemActor } from "#contract/journal.ts";
import { limits } from "#contract/limits.ts";
import type { CreateWave, PreviewWave, Wave, WavePreview } from "#contract/waves.schema.ts";
import { waveMessages } from "#contract/waves.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { ApiError, conflict, invalid, notFound } from "#server/lib/http/errors.ts";
import {
  deleteWaitingMessages,
  type InvitationMessage,
  insertInvitationMails,
} from "#server/mail/sending/invitation-messages.service.ts";
import { findTemplate } from "#server/mail/templates/templates.service.ts";
import { lockSignups } from "#server/signups/own-signups.service.ts";
import { findSegmentChoice } from "#server/signups/segments/segments.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { isClockAhead } from "#server/upkeep/clock.service.ts";
import { codeBox, createCode, hashCode } from "./codes.rules.ts";
import { ensureMayInvite, givesCode } from "./invitation-text.service.ts";
import { findMessageIds, insertInvitations, revokeUnsent } from "./invitations.queries.ts";
import { getWave } from "./wave-details.service.ts";
import {
  type Candidate,
  type Choice,
  countCandidates,
  deleteInvitationsOfWave,
  endWave,
  findCandidates,
  findWave,
  hasLeft,
  lockDueWave,
  lockInvitations,
  lockWave,
  type StoredWave,
  saveWave,
  unscheduleWaves,
  updateWave,
} from "./waves.queries.ts";

export type WaveDeps = Pick<AppDependencies, "db" | "now" | "config" | "log"> & { site: Site };
type Starter = { email: string; isSuperAdmin: boolean };

/** Number of people that a preview shows. */
const firstShown = 10;
/** Invitations that one statement writes. */
const batchSize = 1_000;

/**
 * The people that a wave would invite now, and those it would leave out. @throws ApiError 400 for a segment that is deleted or of another
 * audience
 */
export async function previewWave(
  { db, site }: Pick<WaveDeps, "db" | "site">,
  input: PreviewWave,
): Promise<WavePreview> {
  const { cap } = (await site.current()).referral;
  const seed = seedOf(input);
  const { choice, sentence, segmentVersion } = await getSelection(db, { ...input, seed });
  const counts = await countCandidates(db, choice);
  const available = counts.find(({ reason }) => reason === null)?.count ?? 0;
  const count = Math.min(input.count, available);
  const first = await findCandidates(db, choice, { limit: Math.min(count, firstShown), cap });
  return {
    count,
    available,
    sentence,
    segmentVersion,
    seed,
    first: first.map((person) => ({ ...person, createdAt: person.createdAt.toISOString() })),
    leftOut: counts.flatMap(({ reason, count: many }) => (reason === null ? [] : { reason, count: many })),
  };
}

/**
 * Prepares or schedules a wave. A wave with the same id is changed until it has started, so that a repeated request after a lost answer
 * makes no second wave.
 * @throws ApiError 400 as `previewWave`, for a template without code or a time in the past; 403 as `ensureMayInvite`; 409 when the
 * segment was changed after the preview
 */
export async function createWave(
  { db, now }: Pick<WaveDeps, "db" | "now">,
  { id = randomUUID(), templateId, startsAt, segmentVersion: seenVersion, ...input }: CreateWave,
  admin: Starter,
): Promise<Wave> {
  const at = startsAt ? new Date(startsAt) : null;
  await db.transaction(async (tx) => {
    const earlier = await findWave(tx, id);
    if (earlier && !isWaiting(earlier)) return;
    if (at && at <= now()) throw invalid({ startsAt: waveMessages.startsAt });
    const seed = seedOf(input);
    const { sentence, segmentVersion } = await getSelection(tx, { ...input, seed });
    if (seenVersion !== undefined && seenVersion !== segmentVersion)
      throw conflict(waveMessages.segmentChanged);
    const template = await getTemplate(tx, templateId);
    await ensureMayInvite(tx, template, admin);
    const { audience, segmentId, order, count } = input;
    const isSaved = await saveWave(tx, {
      id,
      audience,
      segmentId,
      segmentVersion,
      sentence,
      order,
      count,
      seed,
      templateId,
      templateVersion: template.version,
      status: at ? "scheduled" : "draft",
      startsAt: at,
      createdBy: admin.email,
    });
    if (!isSaved) return;
    const details = { audience, count, order, seed, scheduled: at !== null };
    await recordEntry(tx, { actor: admin.email, action: "wave.created", subject: id, details });
  });
  return getWave({ db, now }, id);
}

/**
 * Chooses the people of a wave and stores their codes and messages, all in one transaction. Messages may be sent after the time in which
 * the start can be undone.
 * @throws ApiError 404; 409 when the wave was started or ended before, its segment was changed (then the next start succeeds), or there is
 * no one to invite; 403 as `ensureMayInvite`
 */
export async function startWave(deps: WaveDeps, id: string, admin: Starter): Promise<Wave> {
  const settings = await readSettings(deps);
  const problem = await deps.db.transaction(async (tx) => {
    const wave = await lockWave(tx, id);
    if (!wave) throw notFound(waveMessages.notFound);
    if (!isWaiting(wave)) throw conflict(waveMessages.alreadyStarted);
    const { choice, sentence, segmentVersion } = await getSelection(tx, wave);
    if (segmentVersion !== wave.segmentVersion) {
      const changed = { sentence, segmentVersion, problem: waveMessages.segmentChanged };
      await updateWave(tx, id, { status: "draft", ...changed });
      return waveMessages.segmentChanged;
    }
    const template = await getTemplate(tx, wave.templateId);
    await ensureMayInvite(tx, template, admin);
    const total = await freeze(deps, tx, { wave, choice, template, ...settings });
    if (total === 0) throw new ApiError(409, "no_recipients", waveMessages.noCandidates);
    const { version: templateVersion } = template;
    await noteStart(deps, tx, { wave: { ...wave, sentence, templateVersion }, total, actor: admin.email });
    return null;
  });
  if (problem !== null) throw conflict(problem);
  return getWave(deps, id);
}

/**
 * Upkeep: starts due waves. A wave that cannot start waits for an administrator and shows the reason. A wave whose start fails is tried
 * again in the next round, so that it does not delay the others.
 */
export async function startDueWaves(deps: WaveDeps): Promise<void> {
  const failed: string[] = [];
  while (await startDueWave(deps, failed));
}

/** @param failed the waves to leave out; gets the wave's id when its start fails. @returns whether another wave was due */
async function startDueWave(deps: WaveDeps, failed: string[]): Promise<boolean> {
  const settings = await readSettings(deps);
  return deps.db.transaction(async (tx) => {
    const wave = await lockDueWave(tx, deps.now(), failed);
    if (!wave || (await isClockAhead({ db: tx, now: deps.now }))) return false;
    try {
      await tx.transaction((savepoint) => startOrUnschedule(deps, savepoint, { wave, ...settings }));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      deps.log.error("failed to start wave", { id: wave.id, error });
      await updateWave(tx, wave.id, { problem: waveMessages.startFailed });
      failed.push(wave.id);
    }
    return true;
  });
}

async function startOrUnschedule(
  deps: WaveDeps,
  tx: Db,
  { wave, ...settings }: Pick<Freeze, "wave" | "validDays" | "cap">,
): Promise<void> {
  const template = await findTemplate(tx, wave.templateId);
  const { choice, sentence, segmentVersion, ...selection } = await findSelection(tx, wave);
  const problem = problemOf(wave, { template, segmentVersion, problem: selection.problem });
  const total =
    problem === null && template ? await freeze(deps, tx, { wave, choice, template, ...settings }) : 0;
  if (total > 0) return noteStart(deps, tx, { wave, total, actor: systemActor });
  const reason = problem ?? waveMessages.noCandidates;
  const present = { sentence: sentence ?? wave.sentence, segmentVersion };
  await updateWave(tx, wave.id, { status: "draft", ...present, problem: reason });
}

/** Why a scheduled wave may not start automatically. */
function problemOf(
  wave: StoredWave,
  now: Pick<Selection, "problem" | "segmentVersion"> & { template: { version: number } | null },
): string | null {
  if (!now.template) return waveMessages.template;
  if (now.template.version !== wave.templateVersion) return waveMessages.templateChanged;
  if (now.problem !== null) return now.problem;
  return now.segmentVersion === wave.segmentVersion ? null : waveMessages.segmentChanged;
}

type Freeze = {
  wave: StoredWave;
  choice: Choice;
  template: { id: string; subject: string; content: string };
} & Awaited<ReturnType<typeof readSettings>>;

/** `validDays`: for how many days codes are valid. `cap`: most friends that count in the order by points. */
async function readSettings({ site }: Pick<WaveDeps, "site">): Promise<{ validDays: number; cap: number }> {
  const { invitations, referral } = await site.current();
  return { validDays: invitations.validDays, cap: referral.cap };
}

/**
 * Invites up to `count` people. Locks their sign-ups and checks them again, in case one was decided, limited or deleted. Writes the
 * messages last, because their delay begins then.
 * @returns how many
 */
async function freeze(
  { config }: Pick<WaveDeps, "config">,
  tx: Db,
  { wave, choice, template, validDays, cap }: Freeze,
): Promise<number> {
  await lockInvitations(tx);
  const box = codeBox(config);
  const text = { templateId: template.id, subject: template.subject, content: template.content };
  const messages: InvitationMessage[] = [];
  for (;;) {
    const limit = wave.count - messages.length;
    const found = limit > 0 ? await findCandidates(tx, choice, { limit, cap }) : [];
    if (found.length === 0) break;
    const among = found.map(({ id }) => id);
    await lockSignups(tx, wave.audience, among);
    const people = await findCandidates(tx, choice, { limit, cap, among });
    for (let begin = 0; begin < people.length; begin += batchSize) {
      const invited = people.slice(begin, begin + batchSize).map((person) => invite(person));
      await insertInvitations(
        tx,
        invited.map(({ invitation }) => invitation),
      );
      messages.push(...invited.map(({ message }) => message));
    }
  }
  for (let begin = 0; begin < messages.length; begin += batchSize) {
    const batch = messages.slice(begin, begin + batchSize);
    await insertInvitationMails(tx, text, batch, { delaySeconds: limits.undoMs / 1_000 });
  }
  return messages.length;

  function invite({ id: signupId, email, firstname, name }: Candidate) {
    const code = createCode();
    const [id, messageId] = [randomUUID(), randomUUID()];
    const { id: waveId, audience } = wave;
    return {
      invitation: {
        id,
        waveId,
        audience,
        signupId,
        codeHash: hashCode(code),
        codeSealed: box.seal(code),
        validDays,
        messageId,
      },
      message: { id: messageId, invitationId: id, signupId, email, firstname, name },
    };
  }
}

async function noteStart(
  { now }: Pick<WaveDeps, "now">,
  tx: Db,
  { wave, total, actor }: { wave: StoredWave; total: number; actor: string },
): Promise<void> {
  const { id, audience, order, seed, sentence, templateVersion } = wave;
  await updateWave(tx, id, {
    status: "started",
    startedAt: now(),
    total,
    sentence,
    templateVersion,
    problem: null,
  });
  const details = { audience, total, order, seed };
  await recordEntry(tx, { actor, action: "wave.started", subject: id, details });
}

/**
 * Ends a wave. If no message was sent, its start is undone: another wave can invite its people. Otherwise the codes that were
 * neither sent nor redeemed are revoked; a message that is leaving now counts as sent.
 * @throws ApiError 404, 409 when it has ended already
 */
export async function cancelWave(
  deps: Pick<WaveDeps, "db" | "now">,
  id: string,
  actor: string,
): Promise<Wave> {
  await deps.db.transaction(async (tx) => {
    const wave = await lockWave(tx, id);
    if (!wave) throw notFound(waveMessages.notFound);
    if (wave.status === "stopped" || wave.status === "cancelled") throw conflict(waveMessages.alreadyEnded);
    const { inFlight, departed } = await deleteWaitingMessages(tx, await findMessageIds(tx, { waveId: id }));
    const isStopped = departed || (await hasLeft(tx, id));
    await endWave(tx, id, isStopped ? "stopped" : "cancelled");
    const count = isStopped
      ? await revokeUnsent(tx, { waveId: id }, inFlight)
      : await deleteInvitationsOfWave(tx, id);
    const action = isStopped ? "wave.stopped" : "wave.cancelled";
    await recordEntry(tx, { actor, action, subject: id, details: { count } });
  });
  return getWave(deps, id);
}

/** Keeps the waves of a restored backup from starting automatically. @param tx the transaction of the restore */
export async function holdWaves(tx: Db): Promise<void> {
  await unscheduleWaves(tx, waveMessages.restored);
}

const seedOf = ({ order, seed }: Pick<PreviewWave, "order" | "seed">) =>
  order === "lottery" ? (seed ?? randomBytes(8).toString("hex")) : null;

const isWaiting = ({ status }: Pick<StoredWave, "status">) => status === "draft" || status === "scheduled";

type Chosen = Pick<StoredWave, "audience" | "segmentId" | "order" | "seed">;
/**
 * The people that a wave chooses from. `sentence` and `segmentVersion` belong to its segment; null without one. `problem`: why it matches
 * no one.
 */
type Selection = {
  choice: Choice;
  sentence: string | null;
  segmentVersion: number | null;
  problem: string | null;
};

async function findSelection(db: Db, { audience, segmentId, order, seed }: Chosen): Promise<Selection> {
  const none = { sentence: null, segmentVersion: null, problem: null };
  if (segmentId === null) return { choice: { audience, order, seed, segment: null }, ...none };
  const { segment, ids } = await findSegmentChoice(db, segmentId, audience);
  const choice = { audience, order, seed, segment: ids };
  if (!segment) return { choice, ...none, problem: waveMessages.segment };
  const { sentence, version: segmentVersion } = segment;
  const isOfOthers = !addresses(segment.audience, audience);
  return {
    choice,
    sentence,
    segmentVersion,
    problem: isOfOthers ? waveMessages.segmentAudience : segment.missing,
  };
}

/** @throws ApiError 400 for a segment that is deleted, incomplete or of another audience */
async function getSelection(db: Db, chosen: Chosen): Promise<Selection> {
  const selection = await findSelection(db, chosen);
  if (selection.problem !== null) throw invalid({ segmentId: selection.problem });
  return selection;
}

/** @throws ApiError 400 for a template that is deleted or gives no code */
async function getTemplate(db: Db, id: string) {
  const template = await findTemplate(db, id);
  if (!template) throw invalid({ templateId: waveMessages.template });
  if (!givesCode(template)) throw invalid({ templateId: waveMessages.templateWithoutCode });
  return template;
}
