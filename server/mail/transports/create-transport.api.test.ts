import { expect, test } from "vitest";
import { readConfig } from "#server/lib/config.ts";
import { isInternalAddress } from "./connect.ts";
import { createAutoTransport, createTransport, providersInUse } from "./create-transport.ts";
import { outgoing } from "./smtp-server.test-helpers.ts";
import type { DeliverySettings, MailTransport, SendOutcome } from "./transport.ts";

const bare: DeliverySettings = {
  senderName: "Tenue",
  senderEmail: "bonjour@tenue.example",
  replyTo: null,
  provider: "auto",
  simulationMode: false,
  smtp: null,
  sendgridKey: null,
  dkim: null,
  unreadable: { smtpPassword: false, sendgridKey: false, dkimKey: false },
  bounceEmail: null,
  pauseMs: 0,
  parallelism: 1,
  version: "1",
};
const config = readConfig({});

function answering(outcome: SendOutcome) {
  const sent: string[] = [];
  const transport: MailTransport = {
    async send({ logId }) {
      sent.push(logId);
      return outcome;
    },
    verify: async () => ("message" in outcome ? outcome.message : null),
    close() {},
    abort() {},
  };
  return { transport, sent };
}

test("sending uses the next transport when one cannot be reached", async () => {
  const first = answering({ type: "unreachable", message: "en panne" });
  const second = answering({ type: "sent" });
  const third = answering({ type: "sent" });
  const auto = createAutoTransport([first.transport, second.transport, third.transport]);
  expect(await auto.send(outgoing())).toEqual({ type: "sent" });
  expect([first.sent.length, second.sent.length, third.sent.length]).toEqual([1, 1, 0]);
});

test("a check tests each transport and reports the unreachable ones", async () => {
  const works = answering({ type: "sent" });
  const broken = answering({ type: "unreachable", message: "en panne" });
  expect(await createAutoTransport([works.transport, works.transport]).verify()).toBeNull();
  expect(await createAutoTransport([works.transport, broken.transport]).verify()).toBe("en panne");
});

test.each(["refused", "deferred", "uncertain"] as const)(
  "a message that is %s is not tried elsewhere",
  async (type) => {
    const first = answering({ type, message: "voilà" });
    const second = answering({ type: "sent" });
    const auto = createAutoTransport([first.transport, second.transport]);
    expect(await auto.send(outgoing())).toEqual({ type, message: "voilà" });
    expect(second.sent).toEqual([]);
  },
);

test("when no transport can be reached, every reason is reported", async () => {
  const auto = createAutoTransport([
    answering({ type: "unreachable", message: "un" }).transport,
    answering({ type: "unreachable", message: "deux" }).transport,
  ]);
  expect(await auto.send(outgoing())).toEqual({ type: "unreachable", message: "un — deux" });
  expect(await auto.verify()).toBe("un — deux");
});

test.each([
  ["auto", /Aucun moyen d’envoi/],
  ["smtp", /SMTP n’est pas configuré/],
  ["sendgrid", /SendGrid n’est pas configurée/],
  ["php", /PHP n’est pas configuré/],
] as const)("provider %s without its settings names the missing ones", async (provider, reason) => {
  const transport = createTransport({ ...bare, provider }, config, () => undefined);
  expect(await transport.send(outgoing())).toEqual({
    type: "unreachable",
    message: expect.stringMatching(reason),
  });
  expect(await transport.verify()).toMatch(reason);
});

test("'auto' uses all configured providers, also one with an unreadable secret", () => {
  const smtp = { host: "smtp.exemple.fr", port: 587, username: null, password: null };
  const lost = { smtpPassword: false, sendgridKey: true, dkimKey: false };
  const php = readConfig({ PHP_MAIL_URL: "https://exemple.fr/send.php" });
  expect(providersInUse({ ...bare, smtp }, config)).toEqual(["smtp"]);
  expect(providersInUse({ ...bare, smtp, unreadable: lost }, php)).toEqual(["smtp", "sendgrid", "php"]);
  expect(providersInUse({ ...bare, provider: "php", smtp }, config)).toEqual(["php"]);
  expect(providersInUse(bare, config)).toEqual([]);
});

test("each attempt is counted for its provider, also with several providers", async () => {
  const counted: string[] = [];
  const count = (provider: string, outcome: string) => counted.push(`${provider} ${outcome}`);
  const unreadable = { smtpPassword: false, sendgridKey: true, dkimKey: true };
  const smtp = { host: "smtp.exemple.fr", port: 587, username: null, password: null };
  await createTransport({ ...bare, smtp, unreadable }, config, count).send(outgoing());
  await createTransport({ ...bare, provider: "php" }, config, count).send(outgoing());
  expect(counted).toEqual(["smtp unreachable", "sendgrid unreachable", "php unreachable"]);
});

test("a password that can no longer be decrypted is reported as missing, with a request to enter it again", async () => {
  const transport = createTransport(
    {
      ...bare,
      provider: "smtp",
      smtp: { host: "smtp.exemple.fr", port: 587, username: "tenue", password: null },
      unreadable: { smtpPassword: true, sendgridKey: false, dkimKey: false },
    },
    config,
    () => undefined,
  );
  expect(await transport.verify()).toMatch(/ne peut plus être déchiffré.*saisissez-le à nouveau/);
});

test("an unreadable signing key stops all sending, so that no message leaves unsigned", async () => {
  const transport = createTransport(
    {
      ...bare,
      provider: "smtp",
      smtp: { host: "smtp.exemple.fr", port: 587, username: null, password: null },
      unreadable: { smtpPassword: false, sendgridKey: false, dkimKey: true },
    },
    config,
    () => undefined,
  );
  expect(await transport.verify()).toMatch(/clé DKIM ne peut plus être lue/);
});

test.each([
  ["127.0.0.1", true],
  ["127.8.9.10", true],
  ["10.1.2.3", true],
  ["172.31.0.1", true],
  ["172.32.0.1", false],
  ["192.168.1.1", true],
  ["169.254.169.254", true],
  ["100.64.0.1", true],
  ["0.0.0.0", true],
  ["224.0.0.1", true],
  ["255.255.255.255", true],
  ["93.184.216.34", false],
  ["::1", true],
  ["::", true],
  ["fd00::1", true],
  ["fe80::1", true],
  ["::ffff:10.0.0.1", true],
  ["::ffff:93.184.216.34", false],
  ["64:ff9b::a00:1", true],
  ["2606:2800:220:1::1", false],
  ["not an address", true],
])("the address %s is internal: %s", (address, internal) => {
  expect(isInternalAddress(address)).toBe(internal);
});
