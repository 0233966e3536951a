import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { repeats } from "./lib/scale.ts";

/** Tests a real process whose PostgreSQL drops every connection, as in a restart, while people sign up. */
const drops = repeats(2, 10);
const clients = 16;
const onPostgresql = Boolean(process.env.TEST_DATABASE_URL);

let server: ServerProcess;

beforeAll(async () => {
  if (onPostgresql) server = await startServerProcess({ entry: "build" });
});

afterAll(() => server?.remove());

test.runIf(onPostgresql)(
  "requests get at worst 503 when connections are lost under load, and the server recovers automatically",
  {
    timeout: 120_000,
  },
  async () => {
    const answers: { email: string; status: number; id: string | undefined }[] = [];
    let stopped = false;
    let number = 0;
    const client = async () => {
      while (!stopped) {
        number += 1;
        const email = `personne-${number}@exemple.fr`;
        answers.push({ email, ...(await signUp(email)) });
      }
    };
    const running = Promise.all(Array.from({ length: clients }, client));
    for (let drop = 0; drop < drops; drop += 1) {
      const goal = answers.length + 30 + drop * 7; // each drop happens at another moment
      await expect.poll(() => answers.length, { interval: 1, timeout: 60_000 }).toBeGreaterThan(goal);
      await server.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    }
    stopped = true;
    await running;

    expect((await signUp("apres@exemple.fr")).status).toBe(201);
    const unexpected = answers.filter(({ status }) => status !== 201 && status !== 503);
    expect(unexpected).toEqual([]);
    const rows = await server.sql<{ id: string; email: string }>("select id, email from beta_signups");
    expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length);
    const ids = new Map(rows.map(({ email, id }) => [email, id]));
    const lost = answers.filter(({ status, email, id }) => status === 201 && ids.get(email) !== id);
    expect(lost).toEqual([]);
  },
);

async function signUp(email: string) {
  const answer = await fetch(`${server.url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ firstname: "Anaïs", name: "Le Goff", email, responses: {} }),
  });
  const { id } = (await answer.json()) as { id?: string };
  return { status: answer.status, id };
}
