import { randomBytes, randomUUID } from "node:crypto";
import { addresses } from "#contract/audience.ts";
import { systemActor } from "#contract/journal.ts";
import { limits } from "#contract/limits.ts";
import { type Place, placeOf } from "#contract/place.schema.ts";
import { invitationVariablesIn } from "#contract/template-variables.ts";
import type { CreateWave, PreviewWave, Wave, WaveDetail, WavePreview } from "#contract/waves.schema.ts";
import { waveLimits, waveMessages } from "#contract/waves.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { ApiError, conflict, invalid, notFound } from "#server/lib/http/errors.ts";
import { serviceProtected } from "#server/mail/sending/campaigns.errors.ts";
import { deleteWaitingOf, insertInvitationMails } from "#server/mail/sending/invitation-messages.service.ts";
import { findServiceReason, findTemplate } from "#server/mail/templates/templates.service.ts";
import { lockSignups } from "#server/signups/own-signups.service.ts";
import { findSavedSegment, findSegmentCondition } from "#server/signups/segments/segments.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { codeBox, createCode, hashCode } from "./codes.rules.ts";
import { findMessageIds, insertInvitations, revokeUnsent } from "./invitations.queries.ts";
import {
  type Candidate,
  type Choice,
  countCandidates,
  countRedeemedByDay,
  countStates,
  deleteInvitationsOfWave,
  findCandidates,
  findWave,
  findWaves,
  hasRedeemed,
  insertWave,
  lockDueWave,
  lockInvitations,
  lockWave,
  type StoredWave,
  unscheduleWaves,
  updateWave,
} from "./waves.queries.ts";

export type WaveDeps = Pick<AppDependencies, "db" | "now" | "config" | "log"> & { site: Site };
type Starter = { email: string; isSuperAdmin: boolean };

/** People that a preview shows. */
const firstShown = 10;
/** Invitations that one statement writes. */
const batchSize = 1_000;

/** Whom a wave would invite now, and whom it would leave out. @throws ApiError 400 for a segment that is gone or of others */
export async function previewWave({ db }: Pick<WaveDeps, "db">, input: PreviewWave): Promise<WavePreview> {
  const sentence = await ensureSegment(db, input);
  const seed = seedOf(input);
  const choice = await choiceOf(db, { ...input, seed });
  const counts = await countCandidates(db, choice);
  const available = counts.find(({ reason }) => reason === null)?.count ?? 0;
  const count = Math.min(input.count, available);
  const first = await findCandidates(db, choice, { limit: Math.min(count, firstShown) });
  return {
    count,
    available,
    sentence,
    seed,
    first: first.map((person) => ({ ...person, createdAt: person.createdAt.toISOString() })),
    leftOut: counts.flatMap(({ reason, count: many }) => (reason === null ? [] : { reason, count: many })),
  };
}

/** @throws ApiError 400 as `previewWave`, for a template without code or a time that has passed; 403 as `ensureMayInvite` */
export async function createWave(
  { db, now }: Pick<WaveDeps, "db" | "now">,
  { templateId, startsAt, ...input }: CreateWave,
  admin: Starter,
): Promise<Wave> {
  const at = startsAt ? new Date(startsAt) : null;
  if (at && at <= now()) throw invalid({ startsAt: waveMessages.startsAt });
  const id = await db.transaction(async (tx) => {
    const sentence = await ensureSegment(tx, input);
    const template = await getTemplate(tx, templateId);
    await ensureMayInvite(tx, template, admin);
    const { audience, segmentId, order, count } = input;
    const seed = seedOf(input);
    const wave = await insertWave(tx, {
      audience,
      segmentId,
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
    const details = { audience, count, order, seed, scheduled: at !== null };
    await recordEntry(tx, { actor: admin.email, action: "wave.created", subject: wave.id, details });
    return wave.id;
  });
  return getWave({ db, now }, id);
}

/**
 * Freezes the people of a wave with their codes and messages, in one transaction: all of it happens, or nothing. Messages may leave once
 * the start can no longer be undone at once.
 * @throws ApiError 404, 409 when it was started or ended before or nobody may be invited, 403 as `ensureMayInvite`
 */
export async function startWave(deps: WaveDeps, id: string, admin: Starter): Promise<Wave> {
  const { validDays } = (await deps.site.current()).invitations;
  await deps.db.transaction(async (tx) => {
    const wave = await lockWave(tx, id);
    if (!wave) throw notFound(waveMessages.notFound);
    if (wave.status !== "draft" && wave.status !== "scheduled") throw conflict(waveMessages.alreadyStarted);
    const sentence = await ensureSegment(tx, wave);
    const template = await getTemplate(tx, wave.templateId);
    await ensureMayInvite(tx, template, admin);
    const total = await freeze(deps, tx, { wave, template, validDays });
    if (total === 0) throw new ApiError(409, "no_recipients", waveMessages.nobody);
    const { version: templateVersion } = template;
    await noteStart(deps, tx, { wave: { ...wave, sentence, templateVersion }, total, actor: admin.email });
  });
  return getWave(deps, id);
}

/** Upkeep: starts the waves whose time has come. One that cannot start waits for an administrator, with the reason. */
export async function startDueWaves(deps: WaveDeps): Promise<void> {
  while (await startDueWave(deps));
}

async function startDueWave(deps: WaveDeps): Promise<boolean> {
  const { validDays } = (await deps.site.current()).invitations;
  return deps.db.transaction(async (tx) => {
    const wave = await lockDueWave(tx, deps.now());
    if (!wave) return false;
    const template = await findTemplate(tx, wave.templateId);
    const problem = await findProblem(tx, wave, template);
    const total = problem === null && template ? await freeze(deps, tx, { wave, template, validDays }) : 0;
    if (total === 0) {
      await updateWave(tx, wave.id, { status: "draft", problem: problem ?? waveMessages.nobody });
      return true;
    }
    await noteStart(deps, tx, { wave, total, actor: systemActor });
    return true;
  });
}

async function findProblem(
  tx: Db,
  wave: StoredWave,
  template: { version: number } | null,
): Promise<string | null> {
  if (!template) return waveMessages.template;
  if (template.version !== wave.templateVersion) return waveMessages.templateChanged;
  return findSegmentProblem(tx, wave);
}

type Freeze = {
  wave: StoredWave;
  template: { id: string; subject: string; content: string };
  validDays: number;
};

/**
 * Invites up to `count` people. Their sign-ups are locked and looked at once more, so that none is decided, limited or deleted meanwhile.
 * @returns how many
 */
async function freeze(
  { config }: Pick<WaveDeps, "config">,
  tx: Db,
  { wave, template, validDays }: Freeze,
): Promise<number> {
  await lockInvitations(tx);
  const choice = await choiceOf(tx, wave);
  const box = codeBox(config);
  const text = { templateId: template.id, subject: template.subject, content: template.content };
  let total = 0;
  for (;;) {
    const limit = wave.count - total;
    const found = limit > 0 ? await findCandidates(tx, choice, { limit }) : [];
    if (found.length === 0) return total;
    const among = found.map(({ id }) => id);
    await lockSignups(tx, wave.audience, among);
    const people = await findCandidates(tx, choice, { limit, among });
    for (let begin = 0; begin < people.length; begin += batchSize) {
      const invited = people.slice(begin, begin + batchSize).map((person) => invite(person));
      await insertInvitations(
        tx,
        invited.map(({ invitation }) => invitation),
      );
      const messages = invited.map(({ message }) => message);
      await insertInvitationMails(tx, text, messages, { delaySeconds: limits.undoMs / 1_000 });
    }
    total += people.length;
  }

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
 * Ends a wave. While nothing has left, as if it had never been started: its people can be invited by another one. Afterwards the codes that were
 * neither sent nor redeemed are revoked; a message that is leaving just now counts as sent.
 * @throws ApiError 404, 409 when it has ended already
 */
export async function cancelWave(
  deps: Pick<WaveDeps, "db" | "now">,
  id: string,
  actor: string,
): Promise<Wave> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const wave = await lockWave(tx, id);
    if (!wave) throw notFound(waveMessages.notFound);
    if (wave.status === "stopped" || wave.status === "cancelled") throw conflict(waveMessages.alreadyEnded);
    const { inFlight, departed } = await deleteWaitingOf(tx, await findMessageIds(tx, { waveId: id }));
    const isStopped = departed || (await hasRedeemed(tx, id));
    await updateWave(tx, id, { status: isStopped ? "stopped" : "cancelled", endedAt: at, problem: null });
    const count = isStopped
      ? await revokeUnsent(tx, { waveId: id }, inFlight)
      : await deleteInvitationsOfWave(tx, id);
    const action = isStopped ? "wave.stopped" : "wave.cancelled";
    await recordEntry(tx, { actor, action, subject: id, details: { count } });
  });
  return getWave(deps, id);
}

/** A restored backup starts nothing by itself. @param tx the transaction of the restore */
export async function holdWaves(tx: Db): Promise<void> {
  await unscheduleWaves(tx, waveMessages.restored);
}

/** A page of the newest. */
export async function listWaves(deps: Pick<WaveDeps, "db" | "now">, before: Place | null) {
  const found = await findWaves(deps.db, before, waveLimits.pageSize + 1);
  const page = found.slice(0, waveLimits.pageSize);
  const last = page.at(-1);
  return {
    items: await present(deps, page),
    next: found.length > page.length && last ? placeOf(last) : null,
  };
}

/** @throws ApiError 404 */
export async function getWaveDetail(deps: Pick<WaveDeps, "db" | "now">, id: string): Promise<WaveDetail> {
  const wave = await getWave(deps, id);
  return { ...wave, redeemedByDay: await countRedeemedByDay(deps.db, id) };
}

async function getWave(deps: Pick<WaveDeps, "db" | "now">, id: string): Promise<Wave> {
  const wave = await findWave(deps.db, id);
  const [presented] = wave ? await present(deps, [wave]) : [];
  if (!presented) throw notFound(waveMessages.notFound);
  return presented;
}

const noFigures = { toSend: 0, sent: 0, redeemed: 0, expired: 0, revoked: 0, bounced: 0 };
const iso = (time: Date | null) => time?.toISOString() ?? null;

async function present({ db, now }: Pick<WaveDeps, "db" | "now">, stored: StoredWave[]): Promise<Wave[]> {
  const ids = stored.map(({ id }) => id);
  const figures = new Map(
    (await countStates(db, ids, now())).map(({ waveId, ...counts }) => [waveId, counts]),
  );
  return stored.map(({ templateVersion: _version, ...wave }) => ({
    ...wave,
    startsAt: iso(wave.startsAt),
    startedAt: iso(wave.startedAt),
    endedAt: iso(wave.endedAt),
    createdAt: wave.createdAt.toISOString(),
    figures: figures.get(wave.id) ?? noFigures,
  }));
}

const seedOf = ({ order, seed }: Pick<PreviewWave, "order" | "seed">) =>
  order === "lottery" ? (seed ?? randomBytes(8).toString("hex")) : null;

type Chosen = Pick<StoredWave, "audience" | "segmentId">;

async function choiceOf(
  db: Db,
  { audience, segmentId, order, seed }: Chosen & Pick<Choice, "order" | "seed">,
): Promise<Choice> {
  const segment = segmentId === null ? null : await findSegmentCondition(db, segmentId, audience);
  return { audience, segment, order, seed };
}

/** @returns the sentence of the segment; null without one. @throws ApiError 400 */
async function ensureSegment(db: Db, chosen: Chosen): Promise<string | null> {
  const problem = await findSegmentProblem(db, chosen);
  if (problem !== null) throw invalid({ segmentId: problem });
  return chosen.segmentId === null
    ? null
    : ((await findSavedSegment(db, chosen.segmentId))?.sentence ?? null);
}

async function findSegmentProblem(db: Db, { audience, segmentId }: Chosen): Promise<string | null> {
  if (segmentId === null) return null;
  const segment = await findSavedSegment(db, segmentId);
  if (!segment) return waveMessages.segment;
  return addresses(segment.audience, audience) ? segment.missing : waveMessages.segmentAudience;
}

/** @throws ApiError 400 for one that is gone, or gives no code */
async function getTemplate(db: Db, id: string) {
  const template = await findTemplate(db, id);
  if (!template) throw invalid({ templateId: waveMessages.template });
  if (invitationVariablesIn(template.content).length === 0)
    throw invalid({ templateId: waveMessages.templateWithoutCode });
  return template;
}

/** An invitation is a service message: it takes a super administrator, or a text that one allowed (docs/decisions/0049). @throws ApiError 403 */
async function ensureMayInvite(
  db: Db,
  text: { subject: string; content: string },
  { isSuperAdmin }: Starter,
): Promise<void> {
  if (!isSuperAdmin && (await findServiceReason(db, text)) === null) throw serviceProtected();
}
