import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateSchema } from "#contract/state.schema.ts";
import { stateKeys } from "#contract/state.ts";
import { toDoSchema } from "#contract/to-do.schema.ts";
import { authSecret, type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { runTenue } from "./lib/run-tenue.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-check-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: string[], environment: Record<string, string> = {}) =>
  runTenue(["check", ...args], { DATA_DIR: folder, AUTH_SECRET: "", ...environment });

async function rowsOf(environment: Record<string, string>) {
  const { stdout, code } = await run(["--json"], environment);
  const { rows, toDo } = stateSchema.extend({ toDo: toDoSchema.shape.rows }).parse(JSON.parse(stdout));
  expect(rows.map(({ key }) => key)).toEqual([...stateKeys]);
  return { code, rows, toDo, row: (key: (typeof stateKeys)[number]) => rows.find((row) => row.key === key) };
}

test("`tenue check` names a wrong variable and exits with 1", async () => {
  const { code, stdout } = await run([], { PORT: "many" });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ERREUR +Configuration +PORT: .*\n {40}Corrigez cette variable/m);
});

test("`tenue check` reports a stopped server as an error and does not open its database", async () => {
  const { code, row, toDo } = await rowsOf({});
  expect(code).toBe(1);
  expect(row("database")).toMatchObject({
    verdict: "error",
    fix: "Démarrez le serveur, puis recommencez.",
  });
  expect(row("proxy")).toMatchObject({ verdict: "unknown" });
  expect(toDo).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test("`tenue check` reports why PostgreSQL does not answer", async () => {
  const databaseUrl = "postgres://tenue:s3cret@127.0.0.1:9/tenue";
  const { code, stdout } = await run([], { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ERREUR +Base de données +Injoignable.*ECONNREFUSED/m);
  expect(stdout).not.toContain("s3cret");
});

test("`tenue check` beside a running server prints every row and open step, and exits with 2 for a warning", async () => {
  const server: ServerProcess = await startServerProcess({ entry: "build" });
  try {
    const { code, rows, toDo, row } = await rowsOf({
      DATA_DIR: server.dataDir,
      AUTH_SECRET: authSecret,
      BASE_URL: server.url,
      BACKUP_DIR: join(folder, "backups"),
      ...(server.databaseUrl && { DATABASE_URL: server.databaseUrl }),
    });
    expect(rows.filter(({ verdict }) => verdict === "error")).toEqual([]);
    expect(toDo[0]).toMatchObject({ done: false, sentence: "Préparer le questionnaire" });
    expect(code).toBe(2);
    expect(row("backup")).toMatchObject({ verdict: "warn" });
    expect(row("database")).toMatchObject({
      verdict: "ok",
      found: expect.stringMatching(/embarquée|PostgreSQL/),
    });
    expect(row("secrets")).toEqual({
      key: "secrets",
      verdict: "ok",
      found: "Tous les secrets enregistrés se déchiffrent.",
    });
    expect(row("proxy")).toMatchObject({ verdict: "ok", found: `${server.url} mène ici.` });
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
  } finally {
    await server.remove();
  }
});
