import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unpackBackup } from "#server/backup/format/package-backup.ts";
import { openBackup } from "#server/backup/format/read-backup.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { runTenue } from "./lib/run-tenue.ts";

/** Tests BACKUP_COMMAND with `tenue backup`, its failure, and a move to another database and back. */
let folder: string;
let backups: string;
let server: ServerProcess;
/** The environment with which commands find the server's database. */
let place: Record<string, string>;

const run = (environment: Record<string, string>, ...args: string[]) => runTenue(args, environment);

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

test("`tenue backup` without a file name runs BACKUP_COMMAND, but not with a name or to standard output", async () => {
  const got = join(folder, "got");
  mkdirSync(got);
  const withCommand = { ...place, BACKUP_COMMAND: `cat > ${got}/$TENUE_BACKUP_FILE` };
  const make = (...args: string[]) => run(withCommand, "backup", "--json", ...args);
  for (const args of [[join(folder, "named.tenue")], ["-"], ["--unrecorded"]])
    expect((await make(...args)).code).toBe(0);
  expect(readdirSync(got)).toEqual([]);
  const { file } = JSON.parse((await make()).stdout) as { file: string };
  expect(readdirSync(got)).toEqual([basename(file)]);
  expect(readFileSync(join(got, basename(file)))).toEqual(readFileSync(file));
});

test("BACKUP_COMMAND is enough for a backup without BACKUP_DIR", async ({ skip }) => {
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

test("a failing BACKUP_COMMAND fails `tenue backup`, and the backup is kept and recorded", async () => {
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
async function backUp(...args: string[]): Promise<{ file: string; rows: number }> {
  const { code, stdout, stderr } = await run(place, "backup", "--json", ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

/** The number and the checksum of the rows of each table. */
async function sumsOf(file: string): Promise<unknown[]> {
  const sums: unknown[] = [];
  const { parts } = await openBackup(unpackBackup(createReadStream(file), undefined));
  for await (const part of parts) if (part.type === "end") sums.push(part);
  return sums;
}

test("`tenue move` moves every row to another database and back", async () => {
  await server.kill("SIGTERM");
  const { file } = await backUp(join(folder, "before.tenue"));
  const away = { ...place, DATA_DIR: join(folder, "away"), DATABASE_URL: "" };
  const there = await run(place, "move", "--to", away.DATA_DIR);
  expect(there).toMatchObject({ code: 0, stderr: "" });
  expect(there.stdout).toContain("Start the server with DATA_DIR");
  expect(there.stdout).toContain("make new tokens");
  const back = server.databaseUrl ?? server.dataDir;
  expect((await run(away, "move", "--to", back)).stderr).toContain("add --replace");
  expect(await run(away, "move", "--to", back, "--replace")).toMatchObject({ code: 0, stderr: "" });
  const after = await backUp(join(folder, "after.tenue"));
  expect(await sumsOf(after.file)).toEqual(await sumsOf(file));
  await server.start();
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
});
