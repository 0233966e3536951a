import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ImportSettings } from "#contract/imports.schema.ts";
import type { ImportStatus } from "#contract/imports.ts";
import { time } from "./columns.ts";

/** Imported files of sign-ups. A row stays as history and holds no personal data. Its lines are deleted after some days. */
export const imports = pgTable(
  "imports",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    status: text("status").$type<ImportStatus>().notNull().default("uploading"),
    createdBy: text("created_by").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    /** The titles of the columns. */
    columns: jsonb("columns").$type<string[]>().notNull(),
    /** The settings of the last rehearsal, with its id under `begun` until it ends; null before the first. */
    settings: jsonb("settings").$type<ImportSettings & { begun?: string }>(),
    total: integer("total").notNull().default(0),
    /** The last imported line, written in the transaction of its sign-ups. An import resumes after it; an undo goes back from it. */
    lastLine: integer("last_line").notNull().default(0),
    imported: integer("imported").notNull().default(0),
    known: integer("known").notNull().default(0),
    suppressed: integer("suppressed").notNull().default(0),
    invalid: integer("invalid").notNull().default(0),
    undone: integer("undone").notNull().default(0),
    finishedAt: time("finished_at"),
    /** How often its next step has failed in a row; 0 after a step that succeeds. */
    failures: integer("failures").notNull().default(0),
    /** When a failed step may be tried again. */
    retryAt: time("retry_at"),
    /** Why it paused by itself, or could not be undone so far. */
    problem: text("problem"),
    /** When the lines are deleted, some days after the upload. */
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [
    check(
      "imports_status_check",
      sql`${table.status} in ('uploading', 'uploaded', 'running', 'paused', 'done', 'undoing', 'undone')`,
    ),
    index("imports_created").on(table.createdAt),
  ],
);

/** The unchanged lines of an imported file. */
export const importRows = pgTable(
  "import_rows",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** The number of the line in the file; the titles are line 1. */
    line: integer("line").notNull(),
    cells: jsonb("cells").$type<string[]>().notNull(),
    /** `address_hash` of each address in the line, so that the erasure of a person finds the line. */
    emailHashes: text("email_hashes").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index("import_rows_addresses").using("gin", table.emailHashes),
  ],
);
