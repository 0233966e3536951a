import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { applyEvents } from "#server/mail/bounces/apply-events.service.ts";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { hasPostfix, type Postfix, startPostfix } from "#server/mail/transports/postfix.test-helpers.ts";
import { createSmtpTransport } from "#server/mail/transports/smtp.transport.ts";

describe.skipIf(!hasPostfix)("a campaign through Postfix (needs Debian's postfix, and root)", () => {
  let context: MailApp;
  let postfix: Postfix;

  beforeAll(async () => {
    postfix = await startPostfix({
      "absent@exemple.fr": "550 5.1.1 User unknown",
      "plein@exemple.fr": "452 4.2.2 Mailbox full",
      "refus@exemple.fr": "554 5.7.1 Message refused by policy",
    });
    const account = { host: "127.0.0.1", port: postfix.port, username: null, password: null };
    context = await createMailApp({
      transport: () => createSmtpTransport(account, { privateHosts: ["127.0.0.1"], connections: 2 }),
    });
    await context.saveSettings();
  });
  afterAll(async () => {
    await context.close();
    await postfix.stop();
  });

  const query = async (text: string) => (await context.database.pool.query(text)).rows;
  const states = async () =>
    Object.fromEntries(
      (await query("select recipient_email, status, error_message from email_log order by 1")).map(
        ({ recipient_email, status, error_message }) => [recipient_email, `${status} ${error_message ?? ""}`],
      ),
    );

  test("Postfix accepts, defers, refuses and greylists: each reply is quoted, and an unknown mailbox gets no further mail", async () => {
    await query(
      `insert into beta_signups (firstname, name, email)
       select 'Zoé', 'Martin', who || '@exemple.fr' from unnest('{zoe,absent,plein,refus,grey}'::text[]) as who`,
    );
    await context.agree();
    const news = { subject: "Nouvelles", content: "<p>Bonjour</p>", statusFilter: "all" };
    expect((await context.request("POST", "/campaigns", news)).status).toBe(202);
    context.startWorker();
    await vi.waitFor(async () => {
      expect(await states()).toEqual({
        "zoe@exemple.fr": "sent ",
        "absent@exemple.fr": expect.stringMatching(/^failed .*550 5\.1\.1 .*User unknown/),
        "plein@exemple.fr": expect.stringMatching(/^pending .*4\.2\.2 .*Mailbox full/),
        "refus@exemple.fr": expect.stringMatching(/^failed .*554 5\.7\.1 .*refused by policy/),
        "grey@exemple.fr": expect.stringMatching(/^pending .*Greylisted/),
      });
    }, soon);
    // Ends the pauses of the waiting messages.
    await query("update email_log set next_attempt_at = now() where status = 'pending'");
    await vi.waitFor(async () => expect((await states())["grey@exemple.fr"]).toBe("sent "), soon);

    await applyEvents(context.dependencies);
    expect(await query("select kind, status_code from email_events order by 1")).toEqual([
      { kind: "blocked", status_code: "5.7.1" },
      { kind: "hard", status_code: "5.1.1" },
    ]);
    expect(
      await query(
        "select scope, reason, email_hash = address_hash('absent@exemple.fr') as absent from suppressions",
      ),
    ).toEqual([{ scope: "all", reason: "bounced", absent: true }]);
  });
});
