import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Backups } from "#contract/backup.schema.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { findInstallation } from "#server/backup/dump.queries.ts";
import { makeBackup } from "#server/backup/make-backup.service.ts";
import {
  authSecret,
  builtServer,
  type ServerProcess,
  startServerProcess,
} from "#test/support/server-process.ts";
import { type AdminCall, signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { createTestDatabase } from "#test/support/test-database.ts";
import { runTenue } from "./lib/run-tenue.ts";

/** Tests backups beside a running server, and their restores. command-backup.long.test.ts tests BACKUP_COMMAND. */
let folder: string;
let backups: string;
let server: ServerProcess;
let call: AdminCall;
/** The backup that the first test makes. */
let file: string;
/** The environment with which commands find the server's database. */
let place: Record<string, string>;

const dayMs = 24 * 60 * 60 * 1000;

const run = (environment: Record<string, string>, ...args: string[]) => runTenue(args, environment);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tenue-backup-"));
  backups = join(folder, "backups");
  server = await startServerProcess({
    entry: "build",
    environment: { BACKUP_DIR: backups, BACKUP_COMMAND: `cat > ${folder}/got-$TENUE_BACKUP_FILE` },
  });
  place = {
    DATA_DIR: server.dataDir,
    BACKUP_DIR: backups,
    ...(server.databaseUrl && { DATABASE_URL: server.databaseUrl }),
  };
  call = await signInFirstAdmin(server);
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function signUp(email: string): Promise<void> {
  const { token } = (await (await fetch(`${server.url}/api/questionnaire?audience=user`)).json()) as {
    token: string;
  };
  const answer = await fetch(`${server.url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ firstname: "Zoé", name: "Martin", email, responses: {}, token }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
}

describe("while a server runs", () => {
  test("while a server runs, a backup is made and handed on during sign-ups, and restores completely", async () => {
    for (let n = 1; n <= 20; n += 1) await signUp(`avant${n}@exemple.fr`);
    await call("POST", "/api/admin/backups");
    const list = async () => ((await call("GET", "/api/admin/backups")) as Backups).runs;
    const ended = async () => {
      const [run] = await list();
      return Boolean(run?.finishedAt ?? run?.error);
    };
    for (let during = 1; during <= 5; during += 1) await signUp(`pendant${during}@exemple.fr`);
    await expect.poll(ended, { timeout: 100_000, interval: 100 }).toBe(true);
    const [made] = await list();
    file = join(backups, made?.file ?? "");
    expect(made).toMatchObject({ kind: "manual", error: null, rows: expect.any(Number) });
    expect(file).toMatch(/\/tenue-\d{8}-\d{6}-manual\.tenue$/);
    expect(readFileSync(join(folder, `got-${made?.file}`))).toEqual(readFileSync(file));
    // The folder also holds the log of erasures, which is passed to BACKUP_COMMAND separately.
    expect(readdirSync(backups).filter((name) => !name.startsWith("erasures"))).toHaveLength(1);
    expect(readdirSync(server.dataDir).filter((name) => name.startsWith("backup-copy"))).toEqual([]);

    const verified = await run(place, "backup", "--verify", file);
    expect(verified).toMatchObject({
      stderr: "",
      stdout: expect.stringContaining("every row comes back as it was"),
    });
    expect((await list()).find((one) => one.file === made?.file)).toMatchObject({
      verifiedAt: expect.any(String),
    });
  });

  test("while a server runs, restore and move are refused", async () => {
    const restored = await run(place, "restore", file, "--replace", "--without-erasures");
    expect(restored).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("A server is running on the database"),
    });
    const moved = await run(place, "move", "--to", join(folder, "elsewhere"));
    expect(moved).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("A server is running on the database"),
    });
  });
});

test("a restored installation starts, signs in and sends nothing until an administrator ends the hold", async () => {
  const other = { DATA_DIR: join(folder, "other") };
  const wrong = { ...other, AUTH_SECRET: "another-secret-0123456789abcdef-98765" };
  expect((await run(wrong, "restore", file, "--without-erasures")).stderr).toMatch(
    /made with another AUTH_SECRET.*run this with AUTH_SECRET='…'/,
  );
  expect((await run(other, "restore", file)).stderr).toMatch(
    /log of erasures .* is missing.*--without-erasures/,
  );
  const restored = await run(other, "restore", file, "--without-erasures");
  expect(restored).toMatchObject({ code: 0, stderr: "" });

  const copy = await startServerProcess({
    entry: builtServer,
    environment: other,
    postgresUrl: "",
  });
  const answer = await fetch(`${copy.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: copy.url },
    body: JSON.stringify({ email: "ines@tenue.example", password: "Lin et velours, 1974" }),
  });
  expect(answer.status).toBe(200);
  await copy.remove();
});

// registre: 52
test("a backup older than the log of erasures is restored only with --although-old, and the log's erasures are repeated", async () => {
  const source = await createTestDatabase();
  const client = new pg.Client(source.connection);
  await client.connect();
  await client.query(
    "insert into beta_signups (name, firstname, email, email_hash, responses) values ('M', 'Zoé', 'zoe@exemple.fr', 'erased', '{}'), ('M', 'Léo', 'leo@exemple.fr', 'kept', '{}')",
  );
  const old = join(folder, "old.tenue");
  const madeAt = new Date(Date.now() - (privacyPeriods.erasureLogDays + 4) * dayMs);
  const request = { kind: "manual", now: madeAt, authSecret, backupKey: undefined } as const;
  await makeBackup(client, request, async (bytes) => {
    await writeFile(old, bytes);
    return 0;
  });
  const installation = await findInstallation(client);
  await client.end();
  await source.close();
  const erasures = join(folder, "erased-since.ndjson");
  const erased = { id: 1, kind: "erased", emailHash: "erased", scope: null, reason: null, until: null };
  const lines = [{ installation }, { ...erased, at: new Date(Date.now() - dayMs).toISOString() }];
  writeFileSync(erasures, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

  const other = { DATA_DIR: join(folder, "from-old") };
  const refused = await run(other, "restore", old, "--erasures", erasures);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/log of erasures goes back 396 days, .* is older.*add --although-old/),
  });
  expect(existsSync(other.DATA_DIR)).toBe(false);
  const restored = await run(other, "restore", old, "--erasures", erasures, "--although-old");
  expect(restored).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(/ 1 erasures and blocked addresses since/),
  });
});

test("the backup commands print wrong arguments as an error and exit with 1", async () => {
  const none = join(folder, "no.tenue");
  writeFileSync(none, "something else");
  const outcomes = await Promise.all([run(place, "move"), run(place, "restore", none, "--without-erasures")]);
  expect(outcomes).toMatchObject([
    { code: 1, stderr: expect.stringContaining("tenue move --to URL") },
    { code: 1, stderr: expect.stringContaining("This is no backup of Tenue.") },
  ]);
});
