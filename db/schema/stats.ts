import { bigint, date, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Audience, SignupStatus } from "#contract/audience.ts";
import type { Responses } from "#contract/signup.ts";

/**
 * Ledger of counts (docs/decisions/0039). Triggers on the sign-up tables append changes and never update a row, so sign-ups never
 * wait for one another. A job adds the changes to the stored totals. At any time, the total is the stored total plus the changes.
 */
export const signupCountChanges = pgTable("signup_count_changes", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  audience: text("audience").$type<Audience>().notNull(),
  /** In Europe/Paris. */
  day: date("day").notNull(),
  status: text("status").$type<SignupStatus>().notNull(),
  delta: integer("delta").notNull(),
  /** The stored answers of the added or removed sign-up. The question, at the time of reading, decides how they count. */
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
