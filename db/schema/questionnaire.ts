import { sql } from "drizzle-orm";
import { bigint, boolean, check, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Audience, TargetType } from "#contract/audience.ts";
import type { ShowIf } from "#contract/questionnaire.ts";
import { type FieldType, fieldTypes } from "#contract/questions/registry.ts";
import { preciseTime, time } from "./columns.ts";

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
    createdAt: time("created_at").notNull().defaultNow(),
    /** Null: always asked. */
    showIf: jsonb("show_if").$type<ShowIf>(),
    /** The earlier names of each present option, because answers keep the chosen text. */
    formerOptions: jsonb("former_options").$type<Record<string, string[]>>(),
    /** Raised only by a save of the form. Switching or moving a question does not raise it, so that open forms do not become stale. */
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
 * Deleted questions to which sign-ups still hold answers; a background job removes the answers. `audience` and `last_id` are its
 * progress: all sign-ups of that audience up to that id are done.
 */
export const answerRemovals = pgTable("answer_removals", {
  questionId: uuid("question_id").primaryKey(),
  audience: text("audience").$type<Audience>().notNull().default("user"),
  lastId: uuid("last_id"),
  requestedAt: preciseTime("requested_at").notNull().defaultNow(),
});

/**
 * Questions that were deleted less than 30 s ago and can be restored: `question` is the row of `questionnaire_items`.
 * Their answers are removed only after that time.
 */
export const deletedQuestions = pgTable("deleted_questions", {
  questionId: uuid("question_id").primaryKey(),
  question: jsonb("question").$type<Record<string, unknown>>().notNull(),
  deletedAt: time("deleted_at").notNull().defaultNow(),
});
