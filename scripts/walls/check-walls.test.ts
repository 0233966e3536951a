import { expect, test } from "vitest";
import { checkWalls } from "./check-walls.ts";
import { readCodeFile } from "./code-file.ts";
import { measure } from "./measures.ts";

const project = (sources: Record<string, string>) =>
  Object.entries(sources).map(([path, text]) => readCodeFile(path, text));

const reasons = (sources: Record<string, string>) =>
  checkWalls(project(sources), []).map(({ from, to, why }) => `${from} → ${to}: ${why}`);

test.each([
  ["contract imports another package than zod", "contract/a.ts", 'import { sql } from "drizzle-orm";'],
  ["contract imports the server", "contract/a.ts", 'import type { A } from "#server/app.ts";'],
  ["tables import the server", "db/schema/a.ts", 'import type { A } from "../../server/lib/a.ts";'],
  ["the server imports the web", "server/stats/a.ts", 'import { a } from "#web/lib/a.ts";'],
  ["the server imports the workshop", "server/main.ts", 'import { a } from "#tools/seed/a.ts";'],
  ["the web imports the server", "web/lib/a.ts", 'const a = await import("#server/app.ts");'],
  ["the site imports the back office", "web/site/a.ts", 'import { a } from "#web/admin/ui/a.ts";'],
  [
    "the back office imports the site",
    "web/admin/ui/a.ts",
    'new Worker(new URL("../../site/a.ts", import.meta.url));',
  ],
  [
    "a screen imports another screen",
    "web/admin/features/stats/a.ts",
    'export { a } from "../signups/a.ts";',
  ],
  ["the kit imports a screen", "web/admin/ui/a.ts", 'import { a } from "#web/admin/features/stats/a.ts";'],
  ["the mail kit imports the app frame", "web/admin/mail-kit/a.ts", 'import { a } from "../app/a.ts";'],
  ["web/lib imports the kit", "web/lib/a.ts", 'import { a } from "../admin/ui/a.ts";'],
  ["server/lib imports a feature", "server/lib/a.ts", 'import { a } from "#server/stats/a.service.ts";'],
  ["a feature imports what composes it", "server/stats/a.ts", 'import { a } from "#server/compose.ts";'],
  [
    "a feature imports a foreign repository",
    "server/stats/a.ts",
    'import type { A } from "../signups/a.queries.ts";',
  ],
  ["the composition imports a repository", "server/app.ts", 'import { a } from "./stats/a.queries.ts";'],
  [
    "a table is imported by another feature",
    "server/stats/a.queries.ts",
    'import { emailLog } from "#db/schema.ts";',
  ],
  [
    "a table is written in another feature's SQL",
    "server/stats/a.queries.ts",
    "sql`update email_log set status = 1`",
  ],
  [
    "a table is read in another feature's SQL",
    "server/stats/a.queries.ts",
    'sql.raw("select 1 from only email_log")',
  ],
])("a wall breaks when %s", (_, path, text) => {
  expect(reasons({ [path]: text })).not.toEqual([]);
});

test.each([
  ["a feature calls another's service", "server/stats/a.ts", 'import { a } from "../signups/a.service.ts";'],
  ["a feature uses its own repository", "server/stats/a.service.ts", 'import { a } from "./a.queries.ts";'],
  [
    "a test prepares another feature's rows",
    "server/stats/a.test.ts",
    'import { a } from "../signups/a.queries.ts";',
  ],
  ["a table's owner uses it", "server/mail/sending/a.ts", 'import { emailLog } from "#db/schema/email.ts";'],
  ["the app frame imports a screen", "web/admin/app/a.ts", 'import { a } from "../features/stats/a.tsx";'],
  ["a comment names a table", "server/stats/a.ts", "// from email_log\nconst a = 1;"],
])("no wall breaks when %s", (_, path, text) => {
  expect(reasons({ [path]: text })).toEqual([]);
});

test("files that import each other are reported as a cycle, also for imports of types", () => {
  const cycle = {
    "web/lib/a.ts": 'import type { B } from "./b.ts";',
    "web/lib/b.ts": 'import { c } from "./c.ts";',
    "web/lib/c.ts": 'type A = import("./a.ts").A;',
  };
  expect(reasons(cycle)).toEqual([
    "web/lib/a.ts → web/lib/b.ts, web/lib/c.ts: files that import each other, types included",
  ]);
});

test("a new table without an owner is reported", () => {
  const schema = { "db/schema/stats.ts": 'export const newTable = pgTable("new_table", {});' };
  expect(reasons(schema)).toEqual(["db/schema/stats.ts → newTable: a table needs an owner (tableOwners)"]);
});

test("an unused exception is reported", () => {
  const files = project({ "web/lib/a.ts": "export const a = 1;" });
  const exception = { from: "web/lib/a.ts", to: "server/app.ts", why: "gone" };
  expect(checkWalls(files, [exception])).toHaveLength(1);
});

test("imports that close a cycle are counted between files and between folders", () => {
  const files = project({
    "web/lib/a.ts": 'import { b } from "../admin/b.ts";',
    "web/lib/e.ts": "export const e = 1;",
    "web/admin/b.ts": "export const b = 1;",
    "web/admin/c.ts": 'import { a } from "../lib/a.ts";',
    "web/admin/d.ts": 'import { e } from "../lib/e.ts";',
  });
  expect(measure(files)).toMatchObject({ cycles: 0, "arrows back, web": "web/lib → admin" });
});
