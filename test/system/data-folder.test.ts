import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { secureDataFolder } from "#server/lib/data-folder.ts";
import { programEnvironment } from "#test/support/server-process.ts";

const root = resolve(import.meta.dirname, "../..");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function openToOthers(): string[] {
  return [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })].filter(
    (name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0,
  );
}

/** Runs a program in a shell with umask 0, until it ends or prints `until`. */
async function runWithoutUmask(command: string, until?: string): Promise<string> {
  const child = spawn("sh", ["-c", `umask 000; exec ${process.execPath} ${command}`], {
    cwd: root,
    env: { ...programEnvironment, DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (until && output.includes(until)) child.kill("SIGTERM");
    });
  await once(child, "close");
  return output;
}

test("no command leaves files accessible to other users, with any umask and folder rights", async () => {
  for (const [command, until] of [
    ["build/server/main.js", "Tenue is ready"], // creates the database; for the other commands it exists with rights for everyone
    ["build/server/tenue.js admin invite moi@tenue.example", undefined],
    ["tools/seed/seed.ts --signups 10", undefined],
  ] as const) {
    openToEverybody();
    await runWithoutUmask(command, until);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["auth-secret", "database", "lock"]));
    expect(openToOthers(), command).toEqual([]);
  }
});

function openToEverybody(): void {
  for (const name of [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
    chmodSync(join(folder, name), 0o777);
}

test("a start removes other users' rights to the files of an earlier version, and keeps correct rights", () => {
  mkdirSync(join(folder, "database", "pg_wal"), { recursive: true, mode: 0o777 });
  for (const name of ["auth-secret", "database/pg_wal/0001"])
    writeFileSync(join(folder, name), "x", { mode: 0o666 });
  chmodSync(join(folder, "database/pg_wal/0001"), 0o666);
  chmodSync(folder, 0o777);
  secureDataFolder(folder);
  expect(openToOthers()).toEqual([]);
  expect(lstatSync(join(folder, "auth-secret")).mode & 0o777).toBe(0o600);
  expect(lstatSync(join(folder, "database")).mode & 0o777).toBe(0o700);
});

test("the rights of a file behind a symbolic link never change", () => {
  const outside = mkdtempSync(join(tmpdir(), "tenue-outside-"));
  try {
    chmodSync(outside, 0o755);
    // The server itself creates no links, but an operator may have moved pg_wal to another disk.
    symlinkSync(outside, join(folder, "elsewhere"));
    secureDataFolder(folder);
    expect(lstatSync(outside).mode & 0o777).toBe(0o755);
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});

const asRoot = process.getuid?.() === 0;

test.runIf(asRoot)("a data folder of another user is refused in one line, even for root", async () => {
  chownSync(folder, 65_534, 65_534);
  const output = await runWithoutUmask("build/server/main.js");
  expect(output).toMatch(
    /^Tenue cannot start: The data folder \S+ belongs to another user \(65534, the server runs as 0\)[^\n]+\n$/,
  );
  expect(readdirSync(folder)).toEqual([]);
});
