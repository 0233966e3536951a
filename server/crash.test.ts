import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

/**
 * A real process is killed under load, again and again: whatever was answered 201 is stored, once. Runs on the embedded
 * database, and on PostgreSQL with TEST_DATABASE_URL.
 */
const kills = 10;
const clients = 16;
const serverUrl = process.env.TEST_DATABASE_URL;

let dataDir: string;
let databaseUrl: string | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tenue-crash-"));
  if (serverUrl) {
    const name = `tenue_crash_${randomBytes(6).toString("hex")}`;
    await onServer(`create database ${name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    databaseUrl = url.href;
  }
});

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  if (databaseUrl)
    await onServer(`drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
});

test(`of sign-ups under load, none that was answered is lost or doubled by ${kills} kills`, {
  timeout: 300_000,
}, async () => {
  const answered = new Map<string, string>();
  let number = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const { child, url } = await startServer();
    const enough = Promise.withResolvers<void>();
    const goal = answered.size + 20 + kill * 7; // every kill comes at another moment
    const client = async () => {
      for (;;) {
        number += 1;
        const email = `personne-${number}@exemple.fr`;
        const id = await signUp(url, email);
        if (id === null) return; // the server is gone
        answered.set(email, id);
        if (answered.size >= goal) enough.resolve();
      }
    };
    const running = Promise.all(Array.from({ length: clients }, client));
    await enough.promise;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await Promise.all([exited, running]);
  }

  const { child } = await startServer();
  try {
    const rows = await stored();
    expect(new Set(rows.map((row) => row.email)).size).toBe(rows.length);
    const ids = new Map(rows.map((row) => [row.email, row.id]));
    const lost = [...answered].filter(([email, id]) => ids.get(email) !== id);
    expect(lost).toEqual([]);
    expect(answered.size).toBeGreaterThan(kills * 20);
  } finally {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  }
});

/** @returns the id of a 201, null when the connection broke before there was an answer */
async function signUp(url: string, email: string): Promise<string | null> {
  const response = await fetch(`${url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ firstname: "Anaïs", name: "Le Goff", email, responses: {} }),
  }).catch(() => null);
  if (response?.status !== 201) return null;
  const body = (await response.json().catch(() => null)) as { id: string } | null;
  return body?.id ?? null;
}

async function startServer(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, "main.ts")], {
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: dataDir,
      SIGNUP_LIMIT_PER_MINUTE: "0",
      AUTH_SECRET: "only-for-the-crash-test-0123456789abcdef",
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const { promise, resolve: listening, reject } = Promise.withResolvers<string>();
  const take = (chunk: Buffer) => {
    output += chunk.toString();
    const url = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
    if (url) listening(url);
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  child.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  return { child, url: await promise };
}

async function stored(): Promise<{ id: string; email: string }[]> {
  const client = new pg.Client(
    databaseUrl
      ? { connectionString: databaseUrl }
      : { host: join(dataDir, "socket"), port: 5432, user: "postgres", database: "postgres" },
  );
  await client.connect();
  const { rows } = await client.query<{ id: string; email: string }>("select id, email from beta_signups");
  await client.end();
  return rows;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
