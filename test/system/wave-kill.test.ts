import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Wave } from "#contract/waves.schema.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { repeats } from "./lib/scale.ts";

/**
 * A wave is started and sent through a real SMTP server while processes are killed (two instances on PostgreSQL). Then the test
 * compares mailbox, invitations and quota. The long run has 20 kills and a wave of 2,000 people.
 */
const people = repeats(200, 2_500);
const quota = repeats(150, 2_000);
const kills = repeats(1, 20);
/** How many of the kills happen while the wave starts. */
const startKills = repeats(0, 5);
const environment = { MAIL_PRIVATE_HOSTS: "127.0.0.1" };

let sink: MailSink;
let server: ServerProcess;

beforeAll(async () => {
  sink = await startMailSink({ delayMs: 4 });
  server = await startServerProcess({ entry: "build", environment });
});

afterAll(async () => {
  await server.remove();
  await sink.stop();
});

test("a wave invites exactly its number of people, each once, whichever process is killed", {
  timeout: 900_000,
}, async () => {
  await server.sql(
    `insert into beta_signups (name, firstname, email, status, confirmed_at, created_at)
     select 'Martin', 'Zoé', 'personne-' || n || '@exemple.fr', 'approved', now(), now() - interval '1 day' + n * interval '1 second'
     from generate_series(1, $1::int) n`,
    [people],
  );
  const call = await signInFirstAdmin(server);
  await call("PUT", "/api/admin/email/settings", {
    version: 0,
    senderName: "Tenue",
    senderEmail: "bonjour@tenue.example",
    preferredProvider: "smtp",
    simulationMode: false,
    smtpHost: "127.0.0.1",
    smtpPort: sink.port,
    smtpUsername: null,
    pauseMs: 0,
    parallelism: 4,
  });
  const [template] = await server.sql<{ id: string }>(
    "select id from email_templates where name = 'Invitation'",
  );
  const { id } = (await call("POST", "/api/admin/waves", {
    audience: "user",
    order: "oldest",
    count: quota,
    templateId: template?.id,
  })) as Wave;
  const start = () => call("POST", `/api/admin/waves/${id}/start`);

  for (let kill = 1; kill <= startKills; kill += 1) {
    const starting = start().catch(() => "cut off");
    await sleep(kill * 40); // each kill happens at another moment of the start
    await server.kill("SIGKILL");
    await starting;
    await server.start();
    const frozen = await countOf("select count(*)::int as count from invitations");
    expect([0, quota], "a start happens whole or not at all").toContain(frozen);
    if (frozen === quota) break;
  }
  if ((await countOf("select count(*)::int as count from invitations")) === 0) await start();
  // Ends the half minute in which the start can be undone.
  await server.sql("update email_log set next_attempt_at = null where status = 'pending'");

  const second = server.databaseUrl
    ? await startServerProcess({
        entry: "build",
        environment: { ...environment, DATABASE_URL: server.databaseUrl },
      })
    : null;
  try {
    for (let kill = 1; kill <= kills - startKills; kill += 1) {
      await delivered((kill * quota) / (kills + 2));
      const victim = second && kill % 2 === 0 ? second : server;
      await victim.kill("SIGKILL");
      await victim.start();
    }
    await vi.waitFor(
      async () =>
        expect(await countOf("select count(*)::int as count from email_log where status = 'pending'")).toBe(
          0,
        ),
      { timeout: 300_000, interval: 200 },
    );
  } finally {
    await second?.remove();
  }

  const mailbox = (await sink.received()).map(({ recipient }) => recipient);
  expect(new Set(mailbox).size, "a person was invited twice").toBe(mailbox.length);
  const invited = await server.sql<{ email: string; sent: boolean; status: string }>(
    `select s.email, i.sent_at is not null as sent, l.status from invitations i
     join beta_signups s on s.id = i.signup_id join email_log l on l.id = i.message_id`,
  );
  expect(new Set(invited.map(({ email }) => email)).size, "the quota is exact").toBe(quota);
  expect(mailbox.filter((email) => !invited.some((person) => person.email === email))).toEqual([]);
  // A person without a message must have an interrupted sending in the log.
  const arrived = new Set(mailbox);
  const missing = invited.filter(({ email }) => !arrived.has(email));
  expect(missing.filter(({ status }) => status !== "failed")).toEqual([]);
  expect(invited.filter(({ sent }) => !sent)).toEqual([]);
  expect(missing.length).toBeLessThanOrEqual((kills + 1) * 4);
  const [wave] = await server.sql<{ total: number; status: string }>("select total, status from waves");
  expect(wave).toEqual({ total: quota, status: "started" });
});

async function countOf(statement: string): Promise<number> {
  const [row] = await server.sql<{ count: number }>(statement);
  return row?.count ?? 0;
}

async function delivered(count: number): Promise<void> {
  await vi.waitFor(async () => expect((await sink.received()).length).toBeGreaterThanOrEqual(count), {
    timeout: 300_000,
    interval: 15,
  });
}
