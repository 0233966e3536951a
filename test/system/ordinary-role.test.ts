import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { databaseAddress, withServer } from "#test/support/test-run.ts";
import { query } from "./lib/postgres-cluster.ts";
import { runTenue } from "./lib/run-tenue.ts";

/** Runs every operator command on a database with statistics, as a role whose only right is to own its databases. */
const postgresUrl = process.env.TEST_DATABASE_URL ?? "";
const role = `tenue_role_${randomBytes(4).toString("hex")}`;
const databases = { used: `${role}_used`, other: `${role}_other` };

let folder: string;
let server: ServerProcess;
let environment: Record<string, string>;

const urlOf = (database: string) => {
  const url = new URL(databaseAddress(postgresUrl, database));
  url.username = role;
  return url.href;
};

beforeAll(async () => {
  if (postgresUrl === "") return;
  folder = mkdtempSync(join(tmpdir(), "tenue-role-"));
  await withServer(postgresUrl, async (client) => {
    await client.query(`create role ${role} login`);
    for (const name of Object.values(databases)) await client.query(`create database ${name} owner ${role}`);
  });
  const used = urlOf(databases.used);
  environment = { DATABASE_URL: used, BACKUP_DIR: join(folder, "backups"), DATA_DIR: folder };
  server = await startServerProcess({ entry: "build", environment, postgresUrl: "" });
  await query(
    used,
    `insert into beta_signups (name, firstname, email, responses)
    select 'Martin', 'Zoé', n || '@exemple.fr', jsonb_build_object('q', repeat(md5(n::text), 200))
    from generate_series(1, 362) n`,
  );
  await query(used, "update beta_signups set name = repeat(name, 40) where email like '%7@exemple.fr'");
  await server.kill("SIGTERM");
  await query(used, "vacuum analyze");
});

afterAll(async () => {
  if (postgresUrl === "") return;
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
  await withServer(postgresUrl, async (client) => {
    for (const name of Object.values(databases)) await client.query(`drop database ${name} with (force)`);
    await client.query(`drop role ${role}`);
  });
});

/** @throws Error with the output of a command that fails */
async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runTenue(args, environment);
  if (code !== 0) throw new Error(`tenue ${args.join(" ")} ended with ${code}:\n${stderr}${stdout}`);
  return stdout;
}

const countSignups = async (database: string) =>
  (await query<{ count: number }>(urlOf(database), "select count(*)::int as count from beta_signups"))[0]
    ?.count;

test.runIf(postgresUrl)(
  "an ordinary role backs up, verifies, restores and moves a used database",
  async () => {
    const file = join(folder, "one.tenue");
    await run("backup", file);
    expect(await run("backup", "--verify", file)).toContain("every row comes back as it was");

    await query(urlOf(databases.used), "delete from beta_signups where email < '2'");
    await run("restore", file, "--replace");
    expect(await countSignups(databases.used)).toBe(362);

    await run("move", "--to", urlOf(databases.other));
    await query(urlOf(databases.other), "vacuum analyze");
    await run("move", "--to", urlOf(databases.other), "--replace");
    expect(await countSignups(databases.other)).toBe(362);
  },
);

test.runIf(postgresUrl)("an ordinary role invites an administrator and checks its installation", async () => {
  expect(await run("admin", "invite", "ines@tenue.example")).toContain("/admin/");
  const { stdout } = await runTenue(["check"], environment);
  expect(stdout).toMatch(/base/i);
});
