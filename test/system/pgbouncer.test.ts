import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { toEverybody } from "#server/mail/mail.test-helpers.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { hasPgBouncer, type PgBouncer, startPgBouncer } from "#test/support/pgbouncer.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { databaseAddress, withServer } from "#test/support/test-run.ts";

/** Tests Debian's PgBouncer in transaction mode: connections share fewer sessions, and session state is lost. */
const timeout = 180_000;
vi.setConfig({ testTimeout: timeout, hookTimeout: timeout });
const serverUrl = process.env.TEST_DATABASE_URL ?? "";
const name = `tenue_test_${Date.now()}_${randomBytes(4).toString("hex")}_bouncer`;

let bouncer: PgBouncer;
let databaseUrl: string;

beforeAll(async () => {
  if (!hasPgBouncer) return;
  bouncer = await startPgBouncer(serverUrl);
  await withServer(serverUrl, (client) => client.query(`create database "${name}"`));
  const address = new URL(databaseAddress(serverUrl, name));
  address.host = `127.0.0.1:${bouncer.port}`;
  databaseUrl = address.href;
});

afterAll(async () => {
  if (!hasPgBouncer) return;
  await bouncer.stop();
  await withServer(serverUrl, (client) => client.query(`drop database if exists "${name}" with (force)`));
});

test.runIf(hasPgBouncer)(
  "instances that start together behind PgBouncer migrate once, and set their limits in each transaction",
  async () => {
    const instances = await Promise.all(
      [1, 2, 3].map(() => openDatabase({ databaseUrl, dataDir: "unused", poolSize: 4, log: silentLogger })),
    );
    try {
      const [first] = instances;
      const { rows } = (await first?.pool.query(
        "select count(*) = count(distinct hash) and count(*) > 0 as once from drizzle.__drizzle_migrations",
      )) ?? { rows: [] };
      expect(rows).toEqual([{ once: true }]);
      for (const { db } of instances) {
        const limits = await db.transaction(async (tx) => {
          const { rows } = await tx.execute(
            "select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'jit') order by name",
          );
          return rows;
        });
        expect(limits).toEqual([
          { name: "idle_in_transaction_session_timeout", setting: "30000" },
          { name: "jit", setting: "off" },
          { name: "statement_timeout", setting: "30000" },
        ]);
      }
    } finally {
      for (const instance of instances) await instance.close();
    }
  },
);

test.runIf(hasPgBouncer)(
  "two servers behind PgBouncer accept sign-ups and send each message of a campaign once",
  async () => {
    const environment = { MAIL_PRIVATE_HOSTS: "127.0.0.1", DATABASE_URL: databaseUrl };
    const sink: MailSink = await startMailSink();
    const servers: ServerProcess[] = await Promise.all(
      [1, 2].map(() => startServerProcess({ entry: "build", environment })),
    );
    const [server] = servers;
    if (!server) throw new Error("no server");
    try {
      const people = Array.from({ length: 60 }, (_, n) => `personne-${n}@exemple.fr`);
      const answers = await Promise.all(people.map((email, n) => signUp(servers[n % 2]?.url ?? "", email)));
      expect(new Set(answers)).toEqual(new Set([201]));
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
      await call("POST", "/api/admin/campaigns", {
        subject: "Bonjour {{firstName}}",
        content: "<p>La bêta ouvre.</p>",
        recipientType: "all",
        statusFilter: "all",
        ...toEverybody,
      });
      const states = () =>
        withServer(
          databaseAddress(serverUrl, name),
          async (client) => (await client.query("select status, sent from campaigns")).rows,
        );
      await expect
        .poll(states, { timeout, interval: 200 })
        .toEqual([{ status: "completed", sent: people.length }]);
      const campaign = (await sink.received()).map(({ recipient }) => recipient);
      expect(people.filter((email) => !campaign.includes(email))).toEqual([]);
      for (const { url, output } of servers) {
        expect((await fetch(`${url}/api/ready`)).status).toBe(200);
        expect(output()).not.toMatch(/"level":"error"/);
      }
    } finally {
      for (const each of servers) await each.remove();
      await sink.stop();
    }
  },
);

async function signUp(url: string, email: string): Promise<number> {
  const answer = await fetch(`${url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ firstname: "Anaïs", name: "Le Goff", email, responses: {} }),
  });
  return answer.status;
}
