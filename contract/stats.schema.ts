import { z } from "zod";
import { audiences, targetTypes } from "./audience.ts";
import { fieldTypes } from "./questions/registry.ts";
import { defaultStatsFilters, statsAudiences, statsPeriods } from "./stats.ts";

const sentences = {
  audience: "Type d’inscription inconnu",
  period: "Période inconnue",
  question: "Question inconnue",
  status: "Statut inconnu",
  segment: "Segment incorrect",
};

const audienceSchema = z.enum(statsAudiences, sentences.audience);
const count = z.number().int();

/** A segment's id. Empty: all sign-ups. */
const segmentSchema = z.union([z.literal(""), z.uuid()], sentences.segment).default("");

export const statsQuerySchema = z.strictObject({
  audience: audienceSchema.default(defaultStatsFilters.audience),
  period: z.enum(statsPeriods, sentences.period).default(defaultStatsFilters.period),
  questionId: z.uuid(sentences.question).optional(),
  segment: segmentSchema,
});
export type StatsQuery = z.output<typeof statsQuerySchema>;

export const answersQuerySchema = z.strictObject({
  audience: audienceSchema.default(defaultStatsFilters.audience),
  questionId: z.uuid(sentences.question),
  segment: segmentSchema,
});
export type AnswersQuery = z.output<typeof answersQuerySchema>;

/** Choice questions in the rows and in the columns, over all sign-ups, the approved ones, or a segment. */
export const crossedQuerySchema = z.strictObject({
  audience: audienceSchema.default(defaultStatsFilters.audience),
  question: z.uuid(sentences.question),
  by: z.uuid(sentences.question),
  status: z.enum(["all", "approved"], sentences.status).default("all"),
  segment: segmentSchema,
});
export type CrossedQuery = z.output<typeof crossedQuerySchema>;

/** `isOption`: false for an answer whose option was removed since. The filters of lists do not find it. */
const crossedAnswerSchema = z.object({ answer: z.string(), count, isOption: z.boolean() });

/**
 * `base`: how many sign-ups answered both questions. `cells`: how many gave both answers, by row, then by column. Rows, columns and
 * cells are empty when `base` is below ten.
 */
export const crossedSchema = z.object({
  base: count,
  rows: z.array(crossedAnswerSchema),
  columns: z.array(crossedAnswerSchema),
  cells: z.array(z.array(count)),
});
export type Crossed = z.output<typeof crossedSchema>;

/** `day` is a calendar day in Europe/Paris. */
export const dayCountsSchema = z.object({ day: z.string(), total: count, user: count, brand: count });

/** `invited`: sign-ups with a code that was sent, or that waits to be sent. `redeemed`: sign-ups whose code was redeemed. */
const statusCountsSchema = z.object({
  total: count,
  pending: count,
  approved: count,
  invited: count,
  redeemed: count,
});

/** A sign-up that waits for a decision. */
const waitingSignupSchema = z.object({
  audience: z.enum(audiences),
  id: z.string(),
  firstname: z.string(),
  name: z.string(),
  createdAt: z.string(),
});
export type WaitingSignup = z.output<typeof waitingSignupSchema>;

export const overviewSchema = z.object({
  users: statusCountsSchema,
  brands: statusCountsSchema,
  questionCount: count,
  /** The number of answered questions, over all sign-ups. */
  totalResponses: count,
  /** The last 14 days, oldest first, days without sign-ups as 0. */
  days: z.array(dayCountsSchema),
  /** The first few sign-ups that wait for a decision, longest waiting first. */
  waiting: z.array(waitingSignupSchema),
});
export type Overview = z.output<typeof overviewSchema>;

export const statsQuestionSchema = z.object({
  id: z.string(),
  question: z.string(),
  fieldType: z.enum(fieldTypes),
  targetType: z.enum(targetTypes),
});
export type StatsQuestion = z.output<typeof statsQuestionSchema>;

const questionStatsSchema = statsQuestionSchema.extend({
  /** Sign-ups of the chosen type that answered the question, in any period. */
  respondents: count,
  /** `respondents` as a rounded percentage of the sign-ups of the chosen type that were asked; 0 when none was asked. */
  responseRate: count,
  /** The most frequent first, with their rounded share of `answerTotal`. */
  answers: z.array(z.object({ answer: z.string(), count, percentage: count })),
  answerTotal: count,
  /** For free text, how many of the newest sign-ups were counted. Null for choices, which are counted over all sign-ups. */
  sampled: z.object({ signups: count }).nullable(),
});
export type QuestionStats = z.output<typeof questionStatsSchema>;

export const statsSchema = z.object({
  audience: audienceSchema,
  period: z.enum(statsPeriods),
  today: z.string(),
  /** The sign-up types that the questions address. */
  audiences: z.array(audienceSchema),
  /** All sign-ups of the chosen type, in any period. */
  totals: z.object({ total: count, user: count, brand: count }),
  periodTotals: z.object({ total: count, user: count, brand: count }),
  /** The totals of the same number of days just before the period; null for the period 'all'. */
  previousTotals: z.object({ total: count, user: count, brand: count }).nullable(),
  trend: z.array(dayCountsSchema),
  /** Active questions that the chosen type is asked, in order. */
  questions: z.array(statsQuestionSchema),
  /** The requested question; the first one when the request names none or an unknown one. Null without questions. */
  question: questionStatsSchema.nullable(),
});
export type Stats = z.output<typeof statsSchema>;
