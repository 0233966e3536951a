import { execFile } from "node:child_process";
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { backup } from "#server/commands/backup.ts";
import { UsageError } from "#server/commands/command.ts";
import { move } from "#server/commands/move.ts";
import { restore } from "#server/commands/restore.ts";
import { unpackBackup } from "#server/features/backup/format/package-backup.ts";
import { openBackup } from "#server/features/backup/format/read-backup.ts";
import {
  authSecret,
  programEnvironment,
  type ServerProcess,
  startServerProcess,
} from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";

// Servers and commands are processes of their own, on databases of their own.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const tenue = fileURLToPath(new URL("../../server/tenue.ts", import.meta.url));
const sources = [fileURLToPath(new URL("../../server/main.ts", import.meta.url)), "--api-only"];

type Outcome = { code: number; stdout: string; stderr: string };

async function run(environment: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const env = { ...programEnvironment, AUTH_SECRET: authSecret, ...environment };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [tenue, ...args], { env })) };
  } catch (error) {
    return error as Outcome;
  }
}

let folder: string;
let backups: string;
let server: ServerProcess;
/** Of the server's database, for commands. */
let place: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tenue-backup-"));
  backups = join(folder, "backups");
  server = await startServerProcess({ entry: "source", environment: { BACKUP_DIR: backups } });
  place = {
    DATA_DIR: server.dataDir,
    BACKUP_DIR: backups,
    ...(server.databaseUrl && { DATABASE_URL: server.databaseUrl }),
  };
  await signInFirstAdmin(server);
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

async function backUp(...args: string[]): Promise<{ file: string; rows: number }> {
  const { code, stdout, stderr } = await run(place, "backup", "--json", ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

describe("while a server runs", () => {
  test("a backup holds what was acknowledged before, sign-ups go on meanwhile, nothing else is left", async () => {
    for (let n = 1; n <= 20; n += 1) await signUp(`avant${n}@exemple.fr`);
    let stopped = false;
    let during = 0;
    const goOn = async () => {
      while (!stopped) {
        during += 1;
        await signUp(`pendant${during}@exemple.fr`);
      }
    };
    const signingUp = goOn();
    const { file } = await backUp();
    stopped = true;
    await signingUp;
    expect(during).toBeGreaterThan(1);
    expect(file).toMatch(/\/tenue-\d{8}-\d{6}-manual\.tenue$/);
    expect(readdirSync(backups).filter((name) => !name.startsWith("erasures"))).toHaveLength(1);
    expect(readdirSync(server.dataDir).filter((name) => name.startsWith("backup-copy"))).toEqual([]);

    const noted = "select kind, file, finished_at is not null as whole from backup_runs where file = $1";
    expect(await server.sql(noted, [basename(file)])).toEqual([
      { kind: "manual", file: basename(file), whole: true },
    ]);

    const verified = await run({ BACKUP_DIR: backups }, "backup", "--verify", file, "--json");
    expect(verified.stderr).toBe("");
    expect(JSON.parse(verified.stdout)).toMatchObject({ file, verifiedAt: expect.any(String) });
  });

  test("a backup that no file is named for is handed to the command as well; a named one and one for whoever asked are not", async () => {
    const got = join(folder, "got");
    mkdirSync(got);
    const withCommand = { ...place, BACKUP_COMMAND: `cat > ${got}/$TENUE_BACKUP_FILE` };
    const make = (...args: string[]) => run(withCommand, "backup", "--json", ...args);
    for (const args of [[join(folder, "named.tenue")], ["-"], ["--unnoted"]])
      expect((await make(...args)).code).toBe(0);
    expect(readdirSync(got)).toEqual([]);
    const { file } = JSON.parse((await make()).stdout) as { file: string };
    expect(readdirSync(got)).toEqual([basename(file)]);
    expect(readFileSync(join(got, basename(file)))).toEqual(readFileSync(file));
  });

  test("without a folder the command alone is place enough", async ({ skip }) => {
    // The embedded database always has a folder.
    const { BACKUP_DIR: _, ...elsewhere } = place;
    if (!server.databaseUrl) return skip();
    const got = mkdtempSync(join(folder, "far-"));
    const command = { ...elsewhere, BACKUP_COMMAND: `cat > ${got}/$TENUE_BACKUP_FILE` };
    const { stdout } = await run(command, "backup", "--json");
    const { file } = JSON.parse(stdout) as { file: string };
    expect(readdirSync(got)).toEqual([file]);
    expect((await run(elsewhere, "backup")).stderr).toContain("Set BACKUP_DIR or BACKUP_COMMAND");
  });

  test("a command that does not take it is a failure, and the backup is kept and noted", async () => {
    const { code, stderr } = await run(
      { ...place, BACKUP_COMMAND: "echo no bucket >&2; exit 1" },
      ...["backup", "--json"],
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("no bucket") });
    const [, path = ""] = /The backup is in (\S+), but BACKUP_COMMAND/.exec(stderr) ?? [];
    const noted = "select kind from backup_runs where file = $1 and finished_at is not null";
    expect(await server.sql(noted, [basename(path)])).toEqual([{ kind: "manual" }]);
    expect((await run({ BACKUP_DIR: backups }, "backup", "--verify", path)).code).toBe(0);
  });

  test("nothing is restored or moved", async () => {
    const { file } = await backUp(join(folder, "one.tenue"));
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

/** How many rows of each table there are, and what they say together. */
async function sumsOf(file: string): Promise<unknown[]> {
  const sums: unknown[] = [];
  const { parts } = await openBackup(unpackBackup(createReadStream(file), undefined));
  for await (const part of parts) if (part.type === "end") sums.push(part);
  return sums;
}

test("what is restored elsewhere starts, signs in and sends nothing before somebody says go", async () => {
  const { file } = await backUp(join(folder, "two.tenue"));
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
    entry: { command: process.execPath, args: sources },
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

test("everything moves to another place and back, to the row", async () => {
  await server.kill("SIGTERM");
  const { file } = await backUp(join(folder, "before.tenue"));
  const away = { ...place, DATA_DIR: join(folder, "away"), DATABASE_URL: "" };
  const there = await run(place, "move", "--to", away.DATA_DIR);
  expect(there).toMatchObject({ code: 0, stderr: "" });
  expect(there.stdout).toContain("Start the server with DATA_DIR");
  const back = server.databaseUrl ?? server.dataDir;
  expect((await run(away, "move", "--to", back)).stderr).toContain("add --replace");
  expect(await run(away, "move", "--to", back, "--replace")).toMatchObject({ code: 0, stderr: "" });
  const after = await backUp(join(folder, "after.tenue"));
  expect(await sumsOf(after.file)).toEqual(await sumsOf(file));
  await server.start();
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
});

test.each([
  [backup, ["a", "b"], "tenue backup FILE"],
  [backup, ["--verify"], "tenue backup FILE"],
  [backup, ["--kind", "weekly"], "tenue backup FILE"],
  [restore, [], "tenue restore FILE"],
  [move, [], "tenue move --to URL"],
])("arguments that make no sense are answered with the usage", async (command, args, line) => {
  const outcome = await command(args).catch((error) => error);
  expect(outcome).toBeInstanceOf(UsageError);
  expect(outcome.message).toContain(line);
});

test("a mistake is printed as an error, and the code is 1", async () => {
  const file = join(folder, "no.tenue");
  writeFileSync(file, "something else");
  const outcomes = await Promise.all([run(place, "move"), run(place, "restore", file, "--without-erasures")]);
  expect(outcomes).toMatchObject([
    { code: 1, stderr: expect.stringContaining("tenue move --to URL") },
    { code: 1, stderr: expect.stringContaining("This is no backup of Tenue.") },
  ]);
});
