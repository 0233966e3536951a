import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockDataFolder } from "#server/lib/database/embedded-folder.ts";
import { placeDatabase, runTenue } from "./lib/run-tenue.ts";

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tenue-command-"));
  await placeDatabase(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) =>
  runTenue(["admin", ...args], { DATA_DIR: folder, BASE_URL: "https://tenue.example" });

test("`tenue admin` invites an administrator and prints a new link for a lost password", async () => {
  const first = await run("invite", "moi@tenue.example", "--super");
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(/added.*\nhttps:\/\/tenue\.example\/admin\/activate#token=[\w-]{32}\n$/);
  const second = await run("invite", "moi@tenue.example");
  expect(second.stdout).toContain("New link for moi@tenue.example; older ones no longer work");
});

test("`tenue admin` resets a second factor only for an existing administrator", async () => {
  const outcome = await run("reset-two-factor", "nobody@tenue.example");
  expect(outcome).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "No administrator has the address nobody@tenue.example.\n",
  });
});

test("`tenue admin` explains in one sentence that the server holds the embedded database, and the remedy", async () => {
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
