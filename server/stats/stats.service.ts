import { isChoice } from "#contract/questions/registry.ts";
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
import { notFound } from "#server/lib/http/errors.ts";
import {
  type AnswerCounts,
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
  const { totals, days, questions } = await getSignupDays(db, audiencesOf(audience));
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
    question: chosen ? await getQuestionStats({ db }, chosen, audience) : null,
  };
}

/** Every answer to a question, most frequent first, for the table's export, which the journal notes. */
export async function exportAnswers(
  { db }: Pick<Dependencies, "db">,
  query: AnswersQuery,
  actor: string,
): Promise<AnswerShare[]> {
  const { questions } = await getSignupDays(db, audiencesOf(query.audience));
  const question = questions.find(({ id }) => id === query.questionId);
  if (!question) throw questionNotFound();
  const { answers } = await countAnswers({ db }, question, query.audience);
  await recordEntry(db, { actor, action: "stats.exported", subject: question.id });
  return distributionOf(answers).answers;
}

async function getQuestionStats(
  dependencies: Pick<Dependencies, "db">,
  { showIf, ...question }: AskedQuestion,
  audience: StatsQuery["audience"],
): Promise<QuestionStats> {
  const { signups, respondents, answers, sampled } = await countAnswers(
    dependencies,
    { ...question, showIf },
    audience,
  );
  return {
    ...question,
    respondents,
    responseRate: percentageOf(respondents, signups),
    ...distributionOf(answers),
    sampled,
  };
}

async function countAnswers(
  { db }: Pick<Dependencies, "db">,
  { id, fieldType, showIf }: AskedQuestion,
  audience: StatsQuery["audience"],
): Promise<AnswerCounts & { answers: AnswerCount[]; sampled: QuestionStats["sampled"] }> {
  const of = { questionId: id, audiences: audiencesOf(audience), showIf };
  if (isChoice(fieldType)) return { ...(await getChoiceAnswers(db, of)), sampled: null };
  const { sampled, ...counted } = await getFreeTextAnswers(db, { ...of, sample: freeTextSampleSize });
  return { ...counted, sampled: { signups: sampled } };
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
