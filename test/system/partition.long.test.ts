import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { startTcpProxy, type TcpProxy } from "#test/support/tcp-proxy.ts";

/**
 * The network between a real server and its PostgreSQL drops all packets, while connections stay open. The product promises
 * answers within 2 and 10 seconds. The limits of these calls are longer, for a busy test machine. Without time-outs in the
 * server, the calls took 45 seconds.
 */
const databaseUrl = process.env.TEST_DATABASE_URL;
const timeout = 120_000;
let line: TcpProxy;
let server: ServerProcess;

beforeAll(async () => {
  if (!databaseUrl) return;
  const { hostname, port } = new URL(databaseUrl);
  line = await startTcpProxy({ host: hostname, port: Number(port || 5432) });
  server = await startServerProcess({ entry: "source", databasePort: line.port });
}, timeout);

afterAll(async () => {
  line?.resume();
  await server?.remove();
  await line?.close();
});

async function signUp(email: string): Promise<number> {
  const answer = await fetch(`${server.url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ firstname: "Anaïs", name: "Le Goff", email, responses: {} }),
    signal: AbortSignal.timeout(20_000),
  });
  return answer.status;
}

async function isReady(): Promise<number> {
  return (await fetch(`${server.url}/api/ready`, { signal: AbortSignal.timeout(12_000) })).status;
}

test.runIf(databaseUrl)(
  "a silent database makes sign-ups and readiness fail in time, and is logged in one line",
  {
    timeout,
  },
  async () => {
    expect([await isReady(), await signUp("avant@exemple.fr")]).toEqual([200, 201]);
    line.silence();
    const during = await Promise.all(Array.from({ length: 30 }, (_, n) => signUp(`pendant-${n}@exemple.fr`)));
    expect(new Set(during)).toEqual(new Set([503]));
    expect(await isReady()).toBe(503);
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);

    line.resume();
    await expect.poll(isReady, { timeout }).toBe(200);
    expect(await signUp("apres@exemple.fr")).toBe(201);
    const back = () => server.output().match(/the database is back/g)?.length ?? 0;
    await expect.poll(back, { timeout }).toBeGreaterThan(0);
    expect(server.output().match(/the database is away/g)?.length).toBe(back());
    expect(server.output()).not.toMatch(/request failed","requestId|insert into|pendant-/);
  },
);
