import { afterAll, beforeAll, expect, test } from "vitest";
import { bounceSample } from "#server/mail/bounces/bounces.test-helpers.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { watchLoop } from "#test/support/blocked-loop.ts";
import { hostileMails, mailSizes } from "#test/support/hostile-mails.ts";
import { type Inbox, mailboxOf } from "#test/support/inbox.ts";

const largest = Math.max(...mailSizes);
/** The parser needs a hundred times as long for the worst of these mails as for a usual report. */
const ratioMax = 4;
/** Shorter times may be noise. */
const floorMs = 20;

let context: MailApp;
let inbox: Inbox;
beforeAll(async () => {
  context = await createMailApp({ openMailbox: async () => mailboxOf(inbox) });
  await context.saveSettings({
    bounceEmail: "rebonds@tenue.example",
    imapHost: "imap.exemple.fr",
    imapUsername: "r",
  });
});
afterAll(() => context.close());

/** Reads a mailbox with these mails, followed by a usual report. */
async function readAll(mails: string[]) {
  inbox = {
    messages: new Map([...mails, bounceSample("postfix")].map((mail, n) => [n + 1, mail])),
    filed: [],
  };
  const { pool } = context.database;
  await pool.query("update bounce_mailbox set last_uid = 0, next_read_at = now() - interval '1 second'");
  const { bounces } = context.compose();
  const { blockedMs } = await watchLoop(() => bounces.readMailbox());
  await bounces.stop();
  const { rows } = await pool.query<{ last_uid: string }>("select last_uid from bounce_mailbox");
  return { blockedMs, lastUid: Number(rows[0]?.last_uid), filed: inbox.filed };
}

test("no mail in the bounce mailbox blocks longer than a usual report, and the reader gets past each one", async () => {
  const reports = hostileMails.map(() => bounceSample("postfix"));
  const mails = hostileMails.map(({ build }) => build(largest));
  for (const warmUp of [reports, mails]) await readAll(warmUp); // the first pass runs before the compiler has optimised it
  const usual = await readAll(reports);
  const hostile = await readAll(mails);
  const report = hostileMails.length + 1;
  for (const { lastUid, filed } of [usual, hostile]) {
    expect(lastUid).toBe(report);
    expect(filed).toContain(report);
  }
  expect(hostile.blockedMs).toBeLessThan(ratioMax * Math.max(floorMs, usual.blockedMs));
});
