import { describe, expect, test } from "vitest";
import { isSameImapAccount, isSameSmtpAccount, protectedChanges } from "./settings-protection.rules.ts";

const before = {
  senderEmail: "bonjour@tenue.example",
  replyTo: null,
  preferredProvider: "smtp",
  simulationMode: false,
  smtpHost: "smtp.exemple.fr",
  smtpPort: 587,
  smtpUsername: "tenue",
  smtpPassword: "v1.sealed",
  sendgridKey: null,
  bounceEmail: "rebonds@tenue.example",
  imapHost: "imap.exemple.fr",
  imapPort: null,
  imapUsername: "rebonds",
  imapPassword: "v1.sealed",
  sendgridWebhookKey: null,
} as const;
const { smtpPassword: _password, sendgridKey: _key, imapPassword: _imap, ...unchanged } = before;

describe("protected settings", () => {
  test.each([
    [{}, []],
    [{ preferredProvider: "auto" }, ["preferredProvider"]],
    [{ smtpHost: "smtp.ailleurs.example" }, ["smtpHost"]],
    [{ smtpHost: null }, ["smtpHost"]],
    [{ smtpPort: 25 }, ["smtpPort"]],
    [{ smtpPort: null, smtpUsername: null }, ["smtpPort", "smtpUsername"]],
    [{ smtpPassword: "coton" }, ["smtpPassword"]],
    [{ smtpPassword: "" }, ["smtpPassword"]],
    [{ sendgridKey: "SG.1" }, ["sendgridKey"]],
    [{ sendgridKey: "" }, []],
    [{ simulationMode: true }, []],
    [{ bounceEmail: null, imapHost: "imap.ailleurs.example" }, ["bounceEmail", "imapHost"]],
    [{ imapPort: 143, imapUsername: "autre" }, ["imapPort", "imapUsername"]],
    [{ imapPassword: "soie", sendgridWebhookKey: "cle" }, ["imapPassword", "sendgridWebhookKey"]],
    [{ bounceEmail: undefined, imapHost: undefined }, []],
    [{ senderEmail: "moi@ailleurs.example" }, ["senderEmail"]],
    [{ replyTo: "moi@ailleurs.example" }, ["replyTo"]],
  ] as const)("protected settings: %j changes %j", (change, names) => {
    expect(protectedChanges(before, { ...unchanged, ...change }).sort()).toEqual(names);
  });

  test("every setting is protected by default", () => {
    const later = { inventedLater: "value" } as object;
    expect(protectedChanges(before, { ...unchanged, ...later })).toEqual(["inventedLater"]);
  });

  test("the settings for every admin and the version are not protected", () => {
    const free = { senderName: "Tenue", pauseMs: 50, deleteUnconfirmed: true, version: 3 } as object;
    expect(protectedChanges(before, { ...unchanged, ...free })).toEqual([]);
  });

  test("every admin may switch simulation on, only super administrators may switch it off", () => {
    const simulated = { ...before, simulationMode: true };
    expect(protectedChanges(simulated, { ...unchanged, simulationMode: false })).toEqual(["simulationMode"]);
    expect(protectedChanges(simulated, { ...unchanged, simulationMode: true })).toEqual([]);
  });
});

test("the mailbox password stays only with the same user of the same server", () => {
  expect(isSameImapAccount(before, before)).toBe(true);
  for (const change of [{ imapHost: null }, { imapPort: 143 }, { imapUsername: "autre" }]) {
    expect(isSameImapAccount(before, { ...before, ...change })).toBe(false);
  }
});

describe("a stored SMTP password", () => {
  test("a stored SMTP password stays with the same user of the same server", () => {
    expect(isSameSmtpAccount(before, unchanged)).toBe(true);
  });

  test.each([
    { smtpHost: "smtp.ailleurs.example" },
    { smtpHost: null },
    { smtpPort: 2525 },
    { smtpPort: null },
    { smtpUsername: "autre" },
    { smtpUsername: null },
  ])("a stored SMTP password is removed by the change %j", (change) => {
    expect(isSameSmtpAccount(before, { ...unchanged, ...change })).toBe(false);
  });
});
