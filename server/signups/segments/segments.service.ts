import { isDeepStrictEqual } from "node:util";
import { type Audience, addresses, audiences } from "#contract/audience.ts";
import type { RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { segmentSentence } from "#contract/segment-sentence.ts";
import type { SavedSegment, SaveSegment, SegmentPreview } from "#contract/segments.schema.ts";
import {
  presentOption,
  resolveConditions,
  type Segment,
  type SegmentQuestion,
  segmentMessages,
  spellingsOf,
} from "#contract/segments.ts";
import type { SignupFilter } from "#contract/signup-list.schema.ts";
import { normaliseText } from "#contract/text.ts";
import { staleMessage } from "#contract/version.schema.ts";
import { findLastActor, recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict, invalid, notFound, stale } from "#server/lib/http/errors.ts";
import { ensureNoCampaignUses } from "#server/mail/sending/campaigns.service.ts";
import { findQuestionsWithFormerOptions } from "#server/questionnaire/active-questions.service.ts";
import type { ListFilter } from "../signup-list.queries.ts";
import {
  conditionOf,
  countSegments,
  countSignups,
  deleteSegmentRow,
  findNewestSignups,
  findSegment,
  findSegments,
  insertSegment,
  isInvited,
  isNameTaken,
  joinConditions,
  matchesNone,
  type StoredSegment,
  selectAddresses,
  selectIds,
  updateSegment,
} from "./segments.queries.ts";

/** Number of sign-ups that a preview shows. */
const sampleSize = 5;

type Change = { db: Db; actor: string };

export async function listSegments(db: Db): Promise<SavedSegment[]> {
  const [stored, questions] = [await findSegments(db), await findQuestionsWithFormerOptions(db)];
  return stored.map((segment) => present(segment, questions));
}

/** One segment, with its sentence and its missing questions and options. */
export async function findSavedSegment(db: Db, id: string, lock?: "share"): Promise<SavedSegment | null> {
  const stored = await findSegment(db, id, lock);
  return stored && present(stored, await findQuestionsWithFormerOptions(db));
}

/**
 * Finds a segment with a query for the ids of its sign-ups. The query finds none when the segment was deleted (`segment` is null), names a
 * deleted question or option, or is for the other audience.
 */
export async function findSegmentChoice(db: Db, id: string, audience: Audience) {
  const [stored, questions] = [await findSegment(db, id), await findQuestionsWithFormerOptions(db)];
  const ids = selectIds(audience, conditionOfSegment(stored, { audience, questions }));
  return { segment: stored && present(stored, questions), ids };
}

/** @throws ApiError 400 for conditions on a deleted question or option, 409 for a taken name or too many segments */
export function createSegment({ db, actor }: Change, values: SaveSegment): Promise<SavedSegment> {
  return db.transaction(async (tx) => {
    const questions = await ensureComplete(tx, values);
    if ((await countSegments(tx)) >= limits.segmentsMax) {
      throw conflict(`${limits.segmentsMax} segments au maximum\u00a0: supprimez-en un d’abord.`);
    }
    const stored = await insertSegment(tx, values);
    if (!stored) throw conflict(segmentMessages.nameTaken);
    await recordEntry(tx, {
      actor,
      action: "segment.created",
      subject: stored.id,
      details: { name: stored.name },
    });
    return present(stored, questions);
  });
}

/**
 * @throws ApiError 400 and 409 as `createSegment`, 404, 409 when the conditions change while a scheduled campaign uses the segment, and 409
 * `stale` when another version was saved meanwhile
 */
export function editSegment(
  { db, actor }: Change,
  id: string,
  values: SaveSegment & { version: number },
): Promise<SavedSegment> {
  return db.transaction(async (tx) => {
    const questions = await ensureComplete(tx, values);
    if (await isNameTaken(tx, values.name, id)) throw conflict(segmentMessages.nameTaken);
    const before = await findSegment(tx, id, "update");
    if (before && !hasSameConditions(before, values, questions))
      await ensureNoCampaignUses(tx, id, "scheduled");
    const stored = await updateSegment(tx, id, values);
    if (!stored) {
      const current = await findSegment(tx, id);
      if (!current) throw notFound(segmentMessages.notFound);
      const savedBy = await findLastActor(tx, { action: "segment.updated", subject: id });
      throw stale(present(current, questions), staleMessage(savedBy, actor));
    }
    await recordEntry(tx, { actor, action: "segment.updated", subject: id, details: { name: stored.name } });
    return present(stored, questions);
  });
}

function hasSameConditions(one: Segment, other: Segment, questions: readonly SegmentQuestion[]): boolean {
  const [before, after] = [one, other].map(({ audience, conditions }) => [
    audience,
    resolveConditions(conditions, questions).conditions,
  ]);
  return isDeepStrictEqual(before, after);
}

/** @throws ApiError 404, 409 while a draft or a scheduled campaign uses the segment */
export async function deleteSegment({ db, actor }: Change, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await findSegment(tx, id, "update");
    await ensureNoCampaignUses(tx, id, "scheduled");
    await ensureNoCampaignUses(tx, id, "draft");
    const name = await deleteSegmentRow(tx, id);
    if (name === null) throw notFound(segmentMessages.notFound);
    await recordEntry(tx, { actor, action: "segment.deleted", subject: id, details: { name } });
  });
}

/** Counts the sign-ups that match now, and lists the newest of them. */
export async function previewSegment(db: Db, segment: Segment): Promise<SegmentPreview> {
  const questions = await findQuestionsWithFormerOptions(db);
  const { conditions, missing } = resolveConditions(segment.conditions, questions);
  const sentence = segmentSentence({ ...segment, conditions }, questions);
  if (missing !== null) return { count: 0, sentence, missing, sample: [] };
  const meant = audiences.filter((audience) => addresses(segment.audience, audience));
  const found = await Promise.all(
    meant.map(async (audience) => {
      const matcher = { audience, conditions, questions };
      const count = await countSignups(db, audience, conditionOf({ ...matcher, forCount: true }));
      const limit = Math.min(count, sampleSize);
      const newest = await findNewestSignups(db, audience, { condition: conditionOf(matcher), limit });
      return { count, newest: newest.map((signup) => ({ ...signup, audience })) };
    }),
  );
  const sample = found
    .flatMap(({ newest }) => newest)
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, sampleSize)
    .map((signup) => ({ ...signup, createdAt: signup.createdAt.toISOString() }));
  return { count: found.reduce((sum, { count }) => sum + count, 0), sentence, missing, sample };
}

/**
 * The condition of a saved segment on the rows of each audience's table. It matches no row in the cases of `findSegmentChoice`.
 * @param known the questions, if they were read before
 * @throws ApiError 404
 */
export async function getSegmentConditions(db: Db, id: string, known?: readonly SegmentQuestion[]) {
  const segment = await findSegment(db, id);
  if (!segment) throw notFound(segmentMessages.notFound);
  const questions = known ?? (await findQuestionsWithFormerOptions(db));
  return {
    user: conditionOfSegment(segment, { audience: "user", questions }),
    brand: conditionOfSegment(segment, { audience: "brand", questions }),
  };
}

/** Selects the addresses of a segment's sign-ups that also have the type and the status. `findSegmentChoice` says when no row matches. */
export async function selectAddressesOfSegment(
  db: Db,
  id: string,
  { recipientType, statusFilter }: { recipientType: RecipientType; statusFilter: RecipientStatusFilter },
) {
  const named = audiences.filter((audience) => recipientType === "all" || recipientType === audience);
  const [segment, questions] = [await findSegment(db, id), await findQuestionsWithFormerOptions(db)];
  const conditions = named.map((audience) => ({
    audience,
    condition: conditionOfSegment(segment, { audience, questions }),
  }));
  return selectAddresses(conditions, statusFilter);
}

type Reading = { audience: Audience; questions: readonly SegmentQuestion[] };

function conditionOfSegment(segment: Segment | null, { audience, questions }: Reading) {
  if (!segment || !addresses(segment.audience, audience)) return matchesNone();
  const { conditions, missing } = resolveConditions(segment.conditions, questions);
  return missing === null ? conditionOf({ audience, conditions, questions }) : matchesNone();
}

/** The filter of a list, an export or a bulk action: a row meets its segment, its conditions and its answer. */
export async function findListFilter(
  db: Db,
  audience: Audience,
  { status, search, answer, segment, conditions, invitation }: SignupFilter,
): Promise<ListFilter> {
  const needsQuestions = segment !== "" || conditions !== null || answer !== "";
  const reading = { audience, questions: needsQuestions ? await findQuestionsWithFormerOptions(db) : [] };
  const ofSegment = segment === "" ? null : conditionOfSegment(await findSegment(db, segment), reading);
  const own = conditions && conditionOfSegment({ audience, conditions }, reading);
  const invited = invitation ? isInvited(invitation) : null;
  const condition = joinConditions([ofSegment, own, invited]);
  const chosen = readAnswer(answer, reading.questions);
  return { status, search: normaliseText(search), answer: chosen, segment: condition };
}

/** Parses "<question id>:<option>" and adds the option's former names; null for the empty text. */
function readAnswer(answer: string, questions: readonly SegmentQuestion[]): ListFilter["answer"] {
  if (answer === "") return null;
  const colon = answer.indexOf(":");
  const [questionId, option] = [answer.slice(0, colon), answer.slice(colon + 1)];
  const question = questions.find(({ id }) => id === questionId);
  const present = question && presentOption(question, option);
  return { questionId, texts: question && present ? spellingsOf(question, [present]) : [option] };
}

/** @throws ApiError 400 */
async function ensureComplete(db: Db, { conditions }: Segment): Promise<SegmentQuestion[]> {
  const questions = await findQuestionsWithFormerOptions(db);
  const { missing } = resolveConditions(conditions, questions);
  if (missing !== null) throw invalid({ conditions: missing });
  return questions;
}

function present(segment: StoredSegment, questions: readonly SegmentQuestion[]): SavedSegment {
  const { conditions, missing } = resolveConditions(segment.conditions, questions);
  return {
    ...segment,
    conditions,
    missing,
    sentence: segmentSentence({ ...segment, conditions }, questions),
  };
}
