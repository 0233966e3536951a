import { getEventListeners } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readMail } from "#server/mail/bounces/bounce-reader.ts";
import { bounceSample } from "#server/mail/bounces/bounces.test-helpers.ts";
import {
  type Dovecot,
  hasDovecot,
  mailboxUser,
  startDovecot,
} from "#server/mail/bounces/dovecot.test-helpers.ts";
import { createMailboxOpener, type MailboxError } from "#server/mail/bounces/open-mailbox.ts";
import { testCertificate } from "#server/mail/transports/smtp-server.test-helpers.ts";

const never = new AbortController().signal;

describe.skipIf(!hasDovecot)("a mailbox on Dovecot (needs Debian's dovecot-imapd, and root)", () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot.stop());

  const access = (change = {}) => ({
    host: "localhost",
    port: dovecot.port,
    ...mailboxUser,
    unreadable: false,
    ...change,
  });
  const opener = (options = {}) =>
    createMailboxOpener({
      privateHosts: ["localhost"],
      ca: testCertificate,
      timeouts: { connection: 5_000, socket: 10_000 },
      ...options,
    });
  const reason = (opening: Promise<unknown>) =>
    opening.then(
      () => "opened",
      (error: MailboxError) => `${error.name}: ${error.message}`,
    );

  test("the reader lists and reads a mailbox, moves the messages that it understands and leaves the others", async () => {
    dovecot.deliver(bounceSample("postfix"));
    dovecot.deliver(bounceSample("gmail"));
    dovecot.deliver("From: camille@exemple.fr\r\nSubject: Bonjour\r\n\r\nUne question.\r\n");
    const mailbox = await opener()(access(), never);
    const uids = await mailbox.list(0);
    expect([mailbox.count, uids.length]).toEqual([3, 3]);
    const read = await mailbox.read(uids);
    const types = await Promise.all(read.map(async ({ source }) => (await readMail(source)).type));
    expect(types).toEqual(["report", "report", "unknown"]);
    await mailbox.file(uids.slice(0, 2));
    expect(await mailbox.list(0)).toEqual(uids.slice(2));
    await mailbox.close();

    const again = await opener()(access(), never);
    expect([again.count, again.uidValidity]).toEqual([1, mailbox.uidValidity]);
    // This time the target folder exists already.
    await again.file(uids.slice(2));
    expect(await again.list(0)).toEqual([]);
    await again.close();
  });

  test("a closed mailbox leaves no listener on the signal of the process", async () => {
    const { signal } = new AbortController();
    const mailbox = await opener()(access(), signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await mailbox.close();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("the reader understands a bounce of 20 MB from its beginning alone", async () => {
    dovecot.deliver(
      bounceSample("exchange").replace(/\n\n/, `\n\n${"x".repeat(76)}\n`) + "y".repeat(20_000_000),
    );
    const mailbox = await opener()(access(), never);
    const [message] = await mailbox.read(await mailbox.list(0));
    expect(message?.source.length).toBeLessThanOrEqual(256 * 1024);
    expect(await readMail(message?.source ?? Buffer.alloc(0))).toMatchObject({ type: "report" });
    await mailbox.file([message?.uid ?? 0]);
    await mailbox.close();
  });

  test.each<[string, object, object, RegExp]>([
    ["a wrong password", { password: "soie" }, {}, /mot de passe|identifi/i],
    ["a port without a listener", { port: 1 }, {}, /refuse la connexion|arrêté/i],
    ["a host that is not allowed", {}, { privateHosts: [] }, /interne|autoris/i],
    ["a certificate of another host", {}, { ca: undefined }, /certificat/i],
  ])("the reader reports %s and keeps running", async (_what, change, options, words) => {
    const reported = await reason(opener(options)(access(change), never));
    expect(reported).toMatch(/^MailboxError: /);
    expect(reported).toMatch(words);
  });
});
