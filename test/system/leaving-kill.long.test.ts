import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";

/** News are sent to 600 people through a real SMTP server while people unsubscribe and our server is killed repeatedly. */
const people = 600;
const connections = 4;
const kills = 3;
/** More time than a message is in flight. */
const flightMs = 1_500;

let sink: MailSink;
let server: ServerProcess;

beforeAll(async () => {
  sink = await startMailSink({ delayMs: 8 });
  server = await startServerProcess({ entry: "source", environment: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
});
afterAll(async () => {
  await server.remove();
  await sink.stop();
});

test("a person who unsubscribed gets at most messages in flight, whichever process is killed", {
  timeout: 300_000,
}, async () => {
  await addReaders();
  await startNews();
  const tokens = await leaveTokens();
  const arrived = async () => new Set((await sink.received()).map(({ recipient }) => recipient));
  const left: { email: string; hadIt: boolean }[] = [];
  for (let kill = 0; kill <= kills; kill += 1) {
    await vi.waitFor(async () => expect((await arrived()).size).toBeGreaterThan(kill * 60 + 20), {
      timeout: 60_000,
      interval: 20,
    });
    const leaving = tokens.splice(-25);
    const answers = Promise.all(leaving.map(({ token }) => leave(token)));
    if (kill < kills) {
      await pause(15);
      await server.kill("SIGKILL");
      await server.start();
    }
    await answers;
    await pause(flightMs);
    const then = await arrived();
    left.push(...leaving.map(({ email }) => ({ email, hadIt: then.has(email) })));
  }
  await finished();
  const mailbox = await arrived();
  const late = left.filter(({ email, hadIt }) => !hadIt && mailbox.has(email));
  expect(late).toEqual([]);
  const hadIt = left.filter((person) => person.hadIt).length;
  const [campaign] = await server.sql<{ total: number; sent: number; failed: number; skipped: number }>(
    "select total, sent, failed, skipped from campaigns",
  );
  const { total = 0, sent = 0, failed = 0, skipped = 0 } = campaign ?? {};
  expect([total, sent + failed + skipped]).toEqual([people, people]);
  // A kill hits the turn that is being sent and the next one, which is already leased.
  expect(failed).toBeLessThanOrEqual(2 * kills * connections);
  expect(skipped).toBeGreaterThan(0);
  expect(skipped).toBeLessThanOrEqual(left.length - hadIt);
  const skippedRows = await server.sql<{ attempts: number; message: string }>(
    "select attempts, error_message as message from email_log where status = 'skipped'",
  );
  expect(skippedRows).toHaveLength(skipped);
  expect(new Set(skippedRows.map(({ message }) => message))).toEqual(
    new Set(["Non envoyé : désinscrit entre-temps"]),
  );
});

async function addReaders(): Promise<void> {
  await server.sql(
    `insert into beta_signups (name, firstname, email)
     select 'Martin', 'Zoé', 'personne-' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [people],
  );
  await server.sql("insert into consent_texts (version, text) values ('test', '{}') on conflict do nothing");
  await server.sql(
    `insert into consents (audience, signup_id, email_hash, purpose, text_version, confirmed_at)
     select 'user', id, email_hash, 'news', 'test', now() from beta_signups`,
  );
}

async function startNews(): Promise<void> {
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
    parallelism: connections,
  });
  const campaign = await call("POST", "/api/admin/campaigns", {
    subject: "Nouvelles",
    content: "<p>La bêta ouvre.</p>",
    recipientType: "all",
    statusFilter: "all",
  });
  expect(campaign).toMatchObject({ total: people, kind: "news" });
}

/** The unsubscribe tokens of the mails, in the order in which the mails are sent. */
async function leaveTokens(): Promise<{ email: string; token: string }[]> {
  const [row] = await server.sql<{ key: string }>("select encode(key, 'hex') as key from address_key");
  const key = Buffer.from(row?.key ?? "", "hex");
  const rows = await server.sql<{ email: string; hash: string }>(
    "select recipient_email as email, recipient_hash as hash from email_log order by created_at, id",
  );
  return rows.map(({ email, hash }) => {
    const signature = createHmac("sha256", key).update(`leave ${hash}`).digest().subarray(0, 12);
    return { email, token: hash + signature.toString("base64url") };
  });
}

/** Unsubscribes. Retries without an answer, as mail programs do. */
async function leave(token: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${server.url}/desinscription/${token}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    }).catch(() => null);
    if (answer?.status === 200) return;
    expect([undefined, 503]).toContain(answer?.status);
    await pause(50);
  }
}

async function finished(): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await server.sql<{ status: string }>("select status from campaigns");
      expect(row).toEqual({ status: "completed" });
    },
    { timeout: 120_000, interval: 200 },
  );
}
