import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Audience, SignupStatus } from "#contract/audience.ts";

/**
 * Ledger of counts. Triggers on the sign-up tables append differences (never update, so sign-ups never wait for one
 * another); a job folds them into the totals. Total = folded + differences, at any moment.
 */
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

export const signupCountChanges = pgTable("signup_count_changes", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  audience: text("audience").$type<Audience>().notNull(),
  day: date("day").notNull(),
  status: text("status").$type<SignupStatus>().notNull(),
  delta: integer("delta").notNull(),
});

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

export const answerCountChanges = pgTable(
  "answer_count_changes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    questionId: uuid("question_id").notNull(),
    signupType: text("signup_type").$type<Audience>().notNull(),
    answerValue: text("answer_value").notNull(),
    delta: integer("delta").notNull(),
  },
  (table) => [index("answer_count_changes_question").on(table.questionId)],
);
