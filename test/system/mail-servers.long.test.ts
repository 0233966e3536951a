import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { toEverybody } from "#server/mail/mail.test-helpers.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { type AdminCall, signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { canChroot } from "./lib/chroot.ts";
import { createOpenSmtpd, createPostfix, type MailServer } from "./lib/mail-servers.ts";

/** Tests a campaign to a thousand people with mail servers in Debian's default configuration. */
const people = 1_000;
const minutes = 60_000;
const soon = { timeout: 4 * minutes, interval: 200 };

if (!canChroot) process.stderr.write("LEFT OUT: real mail servers need root, chroot and Debian's packages\n");

describe.runIf(canChroot).each([
  ["OpenSMTPD, which takes 100 messages over a connection", createOpenSmtpd],
  ["Postfix", createPostfix],
])("%s", (_name, create) => {
  let mailServer: MailServer;
  let server: ServerProcess;
  let call: AdminCall;

  beforeAll(async () => {
    mailServer = await create();
    await mailServer.start();
    server = await startServerProcess({ entry: "source", environment: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
    await server.sql(
      `insert into beta_signups (name, firstname, email)
       select 'Martin', 'Zoé', 'inscrite-' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
      [people],
    );
    call = await signInFirstAdmin(server);
    await call("PUT", "/api/admin/email/settings", {
      senderName: "Tenue",
      senderEmail: "bonjour@tenue.example",
      preferredProvider: "smtp",
      version: 0,
      simulationMode: false,
      smtpHost: "127.0.0.1",
      smtpPort: mailServer.port,
      smtpUsername: null,
      pauseMs: 0,
      parallelism: 4,
    });
  });
  afterAll(async () => {
    await server?.remove();
    await mailServer?.remove();
  });

  async function start(subject: string): Promise<string> {
    const body = {
      subject,
      content: "<p>La bêta ouvre.</p>",
      recipientType: "all",
      statusFilter: "all",
      ...toEverybody,
    };
    return ((await call("POST", "/api/admin/campaigns", body)) as Campaign).id;
  }
  const read = async (id: string) => (await call("GET", `/api/admin/campaigns/${id}`)) as Campaign;
  const total = () => mailServer.recipients().length;

  test("each of a thousand messages of a campaign arrives exactly once", async () => {
    const id = await start("Bonjour");
    await expect.poll(async () => (await read(id)).status, soon).toBe("completed");
    expect(await read(id)).toMatchObject({ sent: people, failed: 0 });
    expect(total()).toBe(people);
    expect(new Set(mailServer.recipients()).size).toBe(people);
  });

  test("a campaign waits for a server that stops in the middle, reports the reason and continues automatically", async () => {
    const id = await start("Encore bonjour");
    await expect.poll(total, soon).toBeGreaterThan(people + 50);
    await mailServer.stop();
    await expect
      .poll(async () => (await read(id)).pausedReason, { ...soon, timeout: 15_000 })
      .toContain("ECONNREFUSED");
    await expect.poll(async () => (await read(id)).status, { ...soon, timeout: minutes }).toBe("paused");
    await mailServer.start();
    await expect.poll(async () => (await read(id)).status, soon).toBe("completed");
    const { sent, failed } = await read(id);
    // Messages under way may have arrived. They count as failed, so that an administrator checks them.
    expect(sent + failed).toBe(people);
    expect(failed).toBeLessThanOrEqual(4);
    const arrived = mailServer.recipients();
    expect(arrived.length).toBeGreaterThanOrEqual(people + sent);
    expect(arrived.length).toBeLessThanOrEqual(2 * people);
    const times = Map.groupBy(arrived, (recipient) => recipient);
    expect([...times.values()].filter((copies) => copies.length > 2)).toEqual([]);
  });
});
