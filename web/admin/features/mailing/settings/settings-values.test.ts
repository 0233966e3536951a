import { expect, test } from "vitest";
import type { EmailSettings } from "#contract/email.schema.ts";
import { updateEmailSettingsSchema } from "#contract/email.schema.ts";
import { isOtherAccess, settingsUpdate, settingsValues } from "./settings-values.ts";

const stored: EmailSettings = {
  senderName: "Tenue",
  senderEmail: "bonjour@tenue.example",
  replyTo: null,
  preferredProvider: "smtp",
  simulationMode: true,
  pauseMs: 100,
  parallelism: 1,
  hourlyCap: null,
  dailyCap: 500,
  confirmationHourlyCap: 500,
  confirmationRequested: true,
  decisionsWait: false,
  deleteUnconfirmed: false,
  smtpHost: "smtp.tenue.example",
  smtpPort: 587,
  smtpUsername: "tenue",
  smtpPasswordStored: true,
  sendgridKeyStored: false,
  bounceEmail: "rebonds@tenue.example",
  imapHost: "imap.tenue.example",
  imapPort: 993,
  imapUsername: "rebonds",
  imapPasswordStored: true,
  sendgridWebhookKey: null,
  phpConfigured: false,
  updatedAt: null,
  version: 3,
};

test("untouched mail settings are saved unchanged, without a secret", () => {
  const update = settingsUpdate(settingsValues(stored), stored);
  expect(update).not.toHaveProperty("smtpPassword");
  expect(update).not.toHaveProperty("sendgridKey");
  expect(updateEmailSettingsSchema.parse(update)).toMatchObject({
    smtpPort: 587,
    hourlyCap: null,
    dailyCap: 500,
  });
});

test("a replaced secret is sent to the server, and a removed one is sent empty", () => {
  const values = settingsValues(stored);
  const replaced = settingsUpdate({ ...values, sendgridKey: { mode: "replace", text: "SG.1" } }, stored);
  expect(replaced).toMatchObject({ sendgridKey: "SG.1" });
  const removed = settingsUpdate({ ...values, smtpPassword: { mode: "remove", text: "" } }, stored);
  expect(removed).toMatchObject({ smtpPassword: "" });
});

test("an empty number field is saved as none where that is allowed, and is refused where a number is required", () => {
  const values = {
    ...settingsValues(stored),
    smtpPort: "",
    dailyCap: "",
    pauseMs: "",
    confirmationHourlyCap: "",
  };
  const update = settingsUpdate(values, stored);
  expect(update).toMatchObject({ smtpPort: null, dailyCap: null });
  const paths = updateEmailSettingsSchema.safeParse(update).error?.issues.map(({ path }) => path.join("."));
  expect(paths).toEqual(["pauseMs", "confirmationHourlyCap"]);
});

test.each([
  ["smtp", { smtpHost: " smtp.tenue.example " }],
  ["imap", { imapHost: " imap.tenue.example " }],
] as const)("with %s the stored password is not kept for another server, port or user", (access, spaced) => {
  const values = settingsValues(stored);
  expect(isOtherAccess(access, { ...values, ...spaced }, stored)).toBe(false);
  for (const change of [
    { [`${access}Host`]: "" },
    { [`${access}Port`]: 465 },
    { [`${access}Port`]: "" },
    { [`${access}Username`]: "autre" },
  ]) {
    expect(isOtherAccess(access, { ...values, ...change }, stored)).toBe(true);
  }
});
