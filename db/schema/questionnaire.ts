import { sql } from "drizzle-orm";
import { bigint, boolean, check, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Audience, TargetType } from "#contract/audience.ts";
import type { ShowIf } from "#contract/questionnaire.ts";
import { type FieldType, fieldTypes } from "#contract/questions/registry.ts";

/** `order_position` is unique by a constraint that is checked at commit (migration 0001), so that a reorder may swap. */
export const questionnaireItems = pgTable(
  "questionnaire_items",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    question: text("question").notNull(),
    fieldType: text("field_type").$type<FieldType>().notNull().default("text"),
    options: jsonb("options").$type<string[] | string>(),
    required: boolean("required").notNull().default(true),
    active: boolean("active").notNull().default(true),
    orderPosition: integer("order_position").notNull(),
    targetType: text("target_type").$type<TargetType>().notNull().default("user"),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** Null: always asked. */
    showIf: jsonb("show_if").$type<ShowIf>(),
    /** By present option, what it was called before: answers keep the text that was chosen. */
    formerOptions: jsonb("former_options").$type<Record<string, string[]>>(),
    /** Raised only by a save of the form: switching or moving a question makes no open form stale. */
    version: integer("version").notNull().default(1),
  },
  (table) => [
    check(
      "questionnaire_items_field_type_check",
      sql`${table.fieldType} in (${sql.raw(fieldTypes.map((type) => `'${type}'`).join(", "))})`,
    ),
    check("questionnaire_items_target_type_check", sql`${table.targetType} in ('user', 'brand', 'both')`),
    check("questionnaire_items_order_check", sql`${table.orderPosition} >= 1`),
  ],
);

/** One row. Every change of a question raises the revision; a sign-up is stored only against the revision it was checked with. */
export const questionnaireState = pgTable(
  "questionnaire_state",
  {
    id: integer("id").primaryKey().default(1),
    revision: bigint("revision", { mode: "number" }).notNull().default(1),
  },
  (table) => [check("questionnaire_state_single", sql`${table.id} = 1`)],
);

/**
 * Questions that were deleted while sign-ups still hold answers to them; a background job takes the answers away.
 * `audience` and `last_id` say how far it came: all sign-ups of that audience up to that id are done.
 */
export const answerRemovals = pgTable("answer_removals", {
  questionId: uuid("question_id").primaryKey(),
  audience: text("audience").$type<Audience>().notNull().default("user"),
  lastId: uuid("last_id"),
  requestedAt: timestamp("requested_at", { withTimezone: true }).notNull().defaultNow(),
});

/**
 * Questions that were deleted less than 30 s ago and can be restored: `question` is the row of `questionnaire_items`.
 * Only when the time for that is over are their answers taken away.
 */
export const deletedQuestions = pgTable("deleted_questions", {
  questionId: uuid("question_id").primaryKey(),
  question: jsonb("question").$type<Record<string, unknown>>().notNull(),
  deletedAt: timestamp("deleted_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
