import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { admin } from "#server/commands/admin.ts";
import { UsageError } from "#server/commands/command.ts";
import { lockDataFolder } from "#server/lib/database/data-folder-lock.ts";
import { programEnvironment } from "#test/support/server-process.ts";

// Each test starts processes, the first one makes a whole database.
vi.setConfig({ testTimeout: 180_000 });

const command = fileURLToPath(new URL("../../server/tenue.ts", import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-command-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Outcome = { code: number; stdout: string; stderr: string };

async function run(...args: string[]): Promise<Outcome> {
  const env = { ...programEnvironment, DATA_DIR: folder, BASE_URL: "https://tenue.example" };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [command, "admin", ...args], {
      env,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Outcome;
  }
}

test("an administrator is invited from a shell: the link is printed, again for a lost password", async () => {
  const first = await run("invite", "moi@tenue.example", "--super");
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(/added.*\nhttps:\/\/tenue\.example\/admin\/activate#token=[\w-]{32}\n$/);
  const second = await run("invite", "moi@tenue.example");
  expect(second.stdout).toContain("New link for moi@tenue.example; older ones no longer work");
});

test("a second factor can only be reset for somebody who exists", async () => {
  const outcome = await run("reset-two-factor", "nobody@tenue.example");
  expect(outcome).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "No administrator has the address nobody@tenue.example.\n",
  });
});

test("while the server holds the embedded database, one sentence says what to do", async () => {
  const lock = lockDataFolder(folder);
  try {
    const outcome = await run("invite", "moi@tenue.example");
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toBe(
      "The server is running and holds the embedded database: stop it, run this again, then start it again.\n",
    );
  } finally {
    lock.release();
  }
});

const usage = "npm run admin -- invite EMAIL [--super]";

test.each([
  [[]],
  [["unknown", "moi@tenue.example"]],
  [["invite", "no address"]],
  [["invite", "a@b.fr", "--boss"]],
])("the arguments %o are answered with the usage", async (args) => {
  const outcome = await admin(args).catch((error) => error);
  expect(outcome).toBeInstanceOf(UsageError);
  expect(outcome.message).toContain(usage);
});

test("the usage is printed as an error, and the code is 1", async () => {
  expect(await run("invite")).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(usage) });
});
