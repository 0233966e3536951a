import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { toEverybody } from "#server/mail/mail.test-helpers.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { repeats } from "./lib/scale.ts";

/**
 * A campaign is sent to a real SMTP server in another process. Meanwhile our server is killed (on PostgreSQL, one of two
 * instances), and the mail server is down for a short time. Then the test compares the mailbox with the log.
 */
const recipients = repeats(300, 2_000);
const kills = repeats(1, 6);
/** At this kill the mail server is stopped too. */
const mailServerGoes = repeats(1, 3);
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

test("every recipient gets one message, whichever process is killed", {
  timeout: 420_000,
}, async () => {
  await addPeople();
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
  const campaign = await call("POST", "/api/admin/campaigns", {
    subject: "Bonjour {{firstName}}",
    content: "<p>La bêta ouvre.</p>",
    recipientType: "all",
    statusFilter: "all",
    ...toEverybody,
  });
  expect(campaign).toMatchObject({ total: recipients, status: "running" });

  const second = server.databaseUrl
    ? await startServerProcess({
        entry: "build",
        environment: { ...environment, DATABASE_URL: server.databaseUrl },
      })
    : null;
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      await delivered((kill * recipients) / (kills + 2) + kill * 13); // each kill happens at another moment
      const victim = second && kill % 2 === 0 ? second : server;
      await victim.kill("SIGKILL");
      if (kill === mailServerGoes) {
        await sink.stop();
        await victim.start();
        await sink.start();
      } else {
        await victim.start();
      }
    }
    await finished();
  } finally {
    await second?.remove();
  }

  const log = await server.sql<{
    id: string;
    recipient_email: string;
    status: string;
    error_message: string | null;
  }>("select id, recipient_email, status, error_message from email_log where email_type = 'bulk'");
  const mailbox = await sink.received();
  const arrived = new Set(mailbox.map((delivery) => delivery.recipient));
  expect(mailbox.length, "a recipient got it twice").toBe(arrived.size);
  expect(new Set(log.map((entry) => entry.recipient_email)).size).toBe(recipients);

  const sent = log.filter((entry) => entry.status === "sent");
  expect(sent.filter((entry) => !arrived.has(entry.recipient_email))).toEqual([]);
  const rest = log.filter((entry) => entry.status !== "sent");
  expect(rest.filter((entry) => !entry.error_message?.startsWith("Envoi interrompu, à vérifier"))).toEqual(
    [],
  );
  // Each kill and the stop of the mail server leave at most four messages in flight and four leased messages.
  expect(rest.length).toBeLessThanOrEqual((kills + 1) * 8 * (second ? 2 : 1));
  expect(mailbox.every(({ messageId }) => messageId.endsWith("@tenue.example"))).toBe(true);

  const [state] = await server.sql<{ status: string; sent: number; failed: number }>(
    "select status, sent, failed from campaigns",
  );
  expect(state).toEqual({ status: "completed", sent: sent.length, failed: rest.length });
});

/** Adds the recipients of the campaign: one in ten is a brand, and fifty of the brands are also users. */
async function addPeople(): Promise<void> {
  await server.sql(
    `insert into beta_signups (name, firstname, email)
     select 'Martin', 'Zoé', 'personne-' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [recipients * 0.9],
  );
  await server.sql(
    `insert into brand_signups (name, firstname, email, website)
     select 'Maison', 'Léa', case when n <= 50 then 'PERSONNE-' || n else 'marque-' || n end || '@exemple.fr',
       'https://maison.example' from generate_series(1, $1::int) n`,
    [recipients * 0.1 + 50],
  );
}

async function delivered(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      expect((await sink.received()).length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 120_000, interval: 15 },
  );
}

async function finished(): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await server.sql<{ status: string; paused_reason: string }>(
        "select status, paused_reason from campaigns",
      );
      expect(row).toMatchObject({ status: "completed" });
    },
    { timeout: 180_000, interval: 200 },
  );
}
