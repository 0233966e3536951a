import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { embeddedConnection } from "#server/lib/database/database.ts";
import {
  authSecret,
  builtServer,
  type ServerProcess,
  startServerProcess,
} from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { runTenue } from "./lib/run-tenue.ts";

/** Tests "Losing everything, and coming back" of docs/operations.md: only the output of BACKUP_COMMAND and the secret remain. */
let folder: string;
let far: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tenue-come-back-"));
  far = join(folder, "far");
  mkdirSync(far);
  const environment = { BACKUP_COMMAND: `cat > ${far}/$TENUE_BACKUP_FILE` };
  server = await startServerProcess({ entry: "build", environment, postgresUrl: "" });
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function signUp(email: string): Promise<void> {
  const questionnaire = await fetch(`${server.url}/api/questionnaire?audience=user`);
  const { token } = (await questionnaire.json()) as { token: string };
  const answer = await fetch(`${server.url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ firstname: "Zoé", name: "Martin", email, responses: {}, token }),
  });
  expect(answer.status).toBe(201);
}

/** The addresses in the embedded database of a running server. */
async function emailsOf(dataDir: string): Promise<{ email: string }[]> {
  const client = new pg.Client(embeddedConnection(join(dataDir, "socket")));
  await client.connect();
  try {
    return (await client.query<{ email: string }>("select email from beta_signups")).rows;
  } finally {
    await client.end();
  }
}

test("a new machine restores the output of BACKUP_COMMAND and replays later erasures", async () => {
  const call = await signInFirstAdmin(server);
  for (const name of ["reste", "efface"]) await signUp(`${name}@exemple.fr`);
  await call("POST", "/api/admin/backups");
  await expect
    .poll(() => readdirSync(far).filter((name) => name.endsWith(".tenue")), { timeout: 60_000 })
    .toHaveLength(1);
  await call("POST", "/api/admin/privacy/erase", { email: "efface@exemple.fr" });
  await server.kill("SIGTERM");
  rmSync(server.dataDir, { recursive: true });

  // The commands of the page: copy the kept files, restore, start without AUTH_SECRET.
  const machine = { DATA_DIR: join(folder, "machine") };
  cpSync(far, join(machine.DATA_DIR, "backups"), { recursive: true });
  const [file = ""] = readdirSync(far).filter((name) => name.endsWith(".tenue"));
  const restored = await runTenue(["restore", join(machine.DATA_DIR, "backups", file)], machine);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(join(machine.DATA_DIR, "auth-secret"), "utf8").trim()).toBe(authSecret);

  const back = await startServerProcess({
    entry: builtServer,
    environment: { ...machine, AUTH_SECRET: "" },
    postgresUrl: "",
  });
  try {
    expect((await fetch(`${back.url}/api/ready`)).status).toBe(200);
    expect(await emailsOf(machine.DATA_DIR)).toEqual([{ email: "reste@exemple.fr" }]);
  } finally {
    await back.remove();
  }
});
