import { bigint, date, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Audience, SignupStatus } from "#contract/audience.ts";
import type { Responses } from "#contract/signup.ts";

/**
 * Ledger of counts (docs/decisions/0039). Triggers on the sign-up tables append what changed and never update a row, so
 * sign-ups never wait for one another; a job folds the changes into the totals. Total = folded + changes, at any moment.
 */
export const signupCountChanges = pgTable("signup_count_changes", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  audience: text("audience").$type<Audience>().notNull(),
  /** In Europe/Paris. */
  day: date("day").notNull(),
  status: text("status").$type<SignupStatus>().notNull(),
  delta: integer("delta").notNull(),
  /** The answers that came or went with it, as stored: what they count for depends on the question at the time of reading. */
  responses: jsonb("responses").$type<Responses>().notNull(),
});

export const signupCounts = pgTable(
  "signup_counts",
  {
    audience: text("audience").$type<Audience>().notNull(),
    day: date("day").notNull(),
    status: text("status").$type<SignupStatus>().notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.audience, table.day, table.status] })],
);

/** Answers to choice questions by value; the empty value '' counts the respondents of any question. Free text is not rolled up. */
export const answerCounts = pgTable(
  "answer_counts",
  {
    questionId: uuid("question_id").notNull(),
    signupType: text("signup_type").$type<Audience>().notNull(),
    answerValue: text("answer_value").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.signupType, table.answerValue] })],
);
