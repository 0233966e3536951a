import { expect, test } from "vitest";
import { findContractions } from "./expand-only.ts";

const newer = (text: string) => findContractions([{ name: "0029_later.sql", text }]);

test.each([
  'DROP TABLE "notes";',
  'ALTER TABLE "notes" DROP COLUMN "body";',
  'ALTER TABLE "notes" DROP CONSTRAINT "notes_check";',
  'ALTER TABLE "notes" RENAME COLUMN "body" TO "text";',
  'ALTER TABLE "notes" ALTER COLUMN "body" SET NOT NULL;',
  'ALTER TABLE "notes" ALTER COLUMN "body" SET DATA TYPE bigint;',
  "ALTER TYPE mood RENAME VALUE 'sad' TO 'low';",
  'ALTER TABLE "notes" ADD COLUMN "at" timestamp NOT NULL;',
  'CREATE TABLE "a" ("id" int);--> statement-breakpoint\nDROP INDEX "b";',
])("the statement %s is reported, because it breaks the previous version", (sql) => {
  expect(newer(sql)).not.toEqual([]);
});

test.each([
  'CREATE TABLE "notes" ("id" int NOT NULL);',
  'ALTER TABLE "notes" ADD COLUMN "at" timestamp DEFAULT now() NOT NULL;',
  'ALTER TABLE "notes" ALTER COLUMN "body" DROP NOT NULL;',
  "ALTER TYPE mood ADD VALUE 'glad';",
  '-- no transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "notes" ("body");',
  '-- contract: nothing reads it since 0.3.0\nALTER TABLE "notes" DROP COLUMN "body";',
])("the statement %s is allowed, because the previous version keeps running", (sql) => {
  expect(newer(sql)).toEqual([]);
});

test("a contract note covers only its own statement, and SQL in comments is not checked", () => {
  expect(newer('-- contract: unused\nDROP TABLE "a";--> statement-breakpoint\nDROP TABLE "b";')).toHaveLength(
    1,
  );
  expect(newer('-- drop it later\nCREATE TABLE "a" ("id" int);')).toEqual([]);
});

test("the baseline of 0.2.0 is not checked", () => {
  expect(findContractions([{ name: "0028_baseline.sql", text: 'DROP INDEX "a";' }])).toEqual([]);
});
