import { expect, test } from "vitest";
import type { EmailSettings } from "#contract/email.schema.ts";
import { updateEmailSettingsSchema } from "#contract/email.schema.ts";
import { settingsUpdate, settingsValues } from "./settings-values.ts";

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
  smtpHost: "smtp.tenue.example",
  smtpPort: 587,
  smtpUsername: "tenue",
  smtpPasswordStored: true,
  sendgridKeyStored: false,
  phpConfigured: false,
  updatedAt: null,
};

test("what was read and not touched is what is saved, without a secret", () => {
  const update = settingsUpdate(settingsValues(stored));
  expect(update).not.toHaveProperty("smtpPassword");
  expect(update).not.toHaveProperty("sendgridKey");
  expect(updateEmailSettingsSchema.parse(update)).toMatchObject({
    smtpPort: 587,
    hourlyCap: null,
    dailyCap: 500,
  });
});

test("a secret is sent when it is replaced, and sent empty when it is removed", () => {
  const values = settingsValues(stored);
  const replaced = settingsUpdate({ ...values, sendgridKey: { mode: "replace", text: "SG.1" } });
  expect(replaced).toMatchObject({ sendgridKey: "SG.1" });
  const removed = settingsUpdate({ ...values, smtpPassword: { mode: "remove", text: "" } });
  expect(removed).toMatchObject({ smtpPassword: "" });
});

test("an emptied number is none where none is allowed, and refused where one is needed", () => {
  const values = { ...settingsValues(stored), smtpPort: "", dailyCap: "", pauseMs: "" };
  const update = settingsUpdate(values);
  expect(update).toMatchObject({ smtpPort: null, dailyCap: null });
  const paths = updateEmailSettingsSchema.safeParse(update).error?.issues.map(({ path }) => path.join("."));
  expect(paths).toEqual(["pauseMs"]);
});
