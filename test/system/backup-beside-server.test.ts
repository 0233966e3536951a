import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Backups } from "#contract/backup.schema.ts";
import { authSecret, type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const tenue = fileURLToPath(new URL("../../server/tenue.ts", import.meta.url));
let server: ServerProcess;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tenue-beside-"));
  server = await startServerProcess({
    entry: "source",
    environment: { BACKUP_DIR: folder, BACKUP_COMMAND: `cat > ${folder}/got-$TENUE_BACKUP_FILE` },
  });
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("a running server has a backup made beside it and hands it on; it comes back whole", async () => {
  const call = await signInFirstAdmin(server);
  await call("POST", "/api/admin/backups");
  const { runs } = await vi.waitFor(
    async () => {
      const backups = (await call("GET", "/api/admin/backups")) as Backups;
      expect(backups.runs[0]?.finishedAt ?? backups.runs[0]?.error).not.toBeNull();
      return backups;
    },
    { timeout: 120_000, interval: 200 },
  );
  const file = runs[0]?.file ?? "";
  expect(runs).toMatchObject([{ kind: "manual", error: null, rows: expect.any(Number) }]);
  // The log of erasures is kept there as well, and handed on in its own time.
  const backups = readdirSync(folder).filter((name) => !name.includes("erasures"));
  expect(backups.sort()).toEqual([`got-${file}`, file].sort());
  expect(readFileSync(join(folder, `got-${file}`))).toEqual(readFileSync(join(folder, file)));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [tenue, "backup", "--verify", join(folder, file)],
    {
      env: {
        ...{ PATH: process.env.PATH, AUTH_SECRET: authSecret, DATA_DIR: server.dataDir, BACKUP_DIR: folder },
        ...(server.databaseUrl && { DATABASE_URL: server.databaseUrl }),
      },
    },
  );
  expect(stdout).toContain("every row comes back as it was");
  const { runs: known } = (await call("GET", "/api/admin/backups")) as Backups;
  expect(known.find((one) => one.file === file)).toMatchObject({ verifiedAt: expect.any(String) });
});
