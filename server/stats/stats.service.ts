import type { ShowIf } from "#contract/questionnaire.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { type SegmentQuestion, spellingsOf } from "#contract/segments.ts";
import type { AnswersQuery, Overview, QuestionStats, Stats, StatsQuery } from "#contract/stats.schema.ts";
import {
  type AnswerCount,
  type AnswerShare,
  addDays,
  audienceOptions,
  audiencesOf,
  concerns,
  type DayCounts,
  dayOf,
  daysBefore,
  distributionOf,
  fillDays,
  firstDayOf,
  freeTextSampleSize,
  overviewDays,
  overviewWaiting,
  percentageOf,
} from "#contract/stats.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { findFormerOptions } from "#server/questionnaire/active-questions.service.ts";
import { getSegmentConditions } from "#server/signups/segments/segments.service.ts";
import {
  type AnswerCounts,
  type AskedIf,
  type Counted,
  getChoiceAnswers,
  getFreeTextAnswers,
  getOverviewCounts,
  getSignupDays,
  type SignupDays,
} from "./stats.queries.ts";

type AskedQuestion = SignupDays["questions"][number];
type Dependencies = Pick<AppDependencies, "db" | "now">;

export async function getOverview({ db, now }: Dependencies): Promise<Overview> {
  const today = dayOf(now());
  const since = addDays(today, 1 - overviewDays);
  const overview = await getOverviewCounts(db, { since, waiting: overviewWaiting });
  return { ...overview, days: fillDays(overview.days, since, today) };
}

export async function getStats({ db, now }: Dependencies, query: StatsQuery): Promise<Stats> {
  const { audience, period, questionId } = query;
  const today = dayOf(now());
  const counted = await getCounted(db, query);
  const { totals, days, questions } = await getSignupDays(db, counted);
  const trend = fillDays(days, firstDayOf(period, today, days[0]?.day ?? null), today);
  const before = daysBefore(period, today);
  const asked = questions.filter(({ targetType }) => concerns(targetType, audience));
  const chosen = asked.find(({ id }) => id === questionId) ?? asked[0];
  return {
    audience,
    period,
    today,
    audiences: audienceOptions(questions.map(({ targetType }) => targetType)),
    totals: { ...totals, total: totals.user + totals.brand },
    periodTotals: sumDays(trend),
    previousTotals: before && sumDays(days.filter(({ day }) => day >= before.first && day <= before.last)),
    trend,
    questions: asked.map(({ showIf, ...question }) => question),
    question: chosen ? await getQuestionStats(db, chosen, counted) : null,
  };
}

/** Every answer to a question, most frequent first, for the table's export. The journal records the export. */
export async function exportAnswers(
  { db }: Pick<Dependencies, "db">,
  query: AnswersQuery,
  actor: string,
): Promise<AnswerShare[]> {
  const counted = await getCounted(db, query);
  const { questions } = await getSignupDays(db, counted);
  const question = questions.find(({ id }) => id === query.questionId);
  if (!question) throw questionNotFound();
  const { answers } = await countAnswers(db, question, counted);
  await recordEntry(db, { actor, action: "stats.exported", subject: question.id });
  return distributionOf(answers).answers;
}

/**
 * @param known the questions, if they were read before
 * @throws ApiError 404 for an unknown segment
 */
export async function getCounted(
  db: Db,
  { audience, segment }: Pick<StatsQuery, "audience" | "segment">,
  known?: readonly SegmentQuestion[],
): Promise<Counted> {
  return {
    audiences: audiencesOf(audience),
    segment: segment === "" ? null : await getSegmentConditions(db, segment, known),
  };
}

async function getQuestionStats(
  db: Db,
  { showIf, ...question }: AskedQuestion,
  counted: Counted,
): Promise<QuestionStats> {
  const { signups, respondents, answers, sampled } = await countAnswers(db, { ...question, showIf }, counted);
  return {
    ...question,
    respondents,
    responseRate: percentageOf(respondents, signups),
    ...distributionOf(answers),
    sampled,
  };
}

async function countAnswers(
  db: Db,
  { id, fieldType, showIf }: AskedQuestion,
  counted: Counted,
): Promise<AnswerCounts & { answers: AnswerCount[]; sampled: QuestionStats["sampled"] }> {
  const of = { ...counted, questionId: id, ...(showIf && { askedIf: await withFormerNames(db, showIf) }) };
  if (isChoice(fieldType)) return { ...(await getChoiceAnswers(db, of)), sampled: null };
  const { sampled, ...answers } = await getFreeTextAnswers(db, { ...of, sample: freeTextSampleSize });
  return { ...answers, sampled: { signups: sampled } };
}

/** Answers keep the name that an option had when they were given. */
async function withFormerNames(db: Db, { match, rules }: ShowIf): Promise<AskedIf> {
  const former = await findFormerOptions(db);
  return {
    match,
    rules: rules.map(({ questionId, op, value }) => ({
      questionId,
      op,
      names: spellingsOf({ formerOptions: former.get(questionId) }, [value]),
    })),
  };
}

function sumDays(days: readonly DayCounts[]): Stats["periodTotals"] {
  const sum = { total: 0, user: 0, brand: 0 };
  for (const day of days) {
    sum.total += day.total;
    sum.user += day.user;
    sum.brand += day.brand;
  }
  return sum;
}

export const questionNotFound = () => notFound("Cette question n’existe pas ou n’est plus active.");
