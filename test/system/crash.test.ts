import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";

/**
 * A real process is killed under load. Every sign-up that was answered with 201 must be stored once. Runs on the embedded database,
 * and on PostgreSQL with TEST_DATABASE_URL. kills.long.test.ts repeats it 30 times in each mode.
 */
const clients = 16;

let server: ServerProcess;

beforeAll(async () => {
  server = await startServerProcess({ entry: "build" });
});

afterAll(() => server.remove());

test("a server that is killed under load stores every answered sign-up exactly once", async () => {
  const answered = new Map<string, string>();
  let number = 0;
  const enough = Promise.withResolvers<void>();
  const client = async () => {
    for (;;) {
      number += 1;
      const email = `personne-${number}@exemple.fr`;
      const id = await signUp(server.url, email);
      if (id === null) return; // the server was killed
      answered.set(email, id);
      if (answered.size >= 50) enough.resolve();
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  await enough.promise;
  await Promise.all([server.kill("SIGKILL"), running]);
  await server.start();

  const rows = await server.sql<{ id: string; email: string }>("select id, email from beta_signups");
  expect(new Set(rows.map((row) => row.email)).size).toBe(rows.length);
  const ids = new Map(rows.map((row) => [row.email, row.id]));
  expect([...answered].filter(([email, id]) => ids.get(email) !== id)).toEqual([]);
  expect(answered.size).toBeGreaterThanOrEqual(50);
});

/** @returns the id of the stored sign-up, null when the connection broke before the answer */
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
