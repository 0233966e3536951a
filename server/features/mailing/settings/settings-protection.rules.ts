import type { z } from "zod";
import type { updateEmailSettingsSchema } from "#contract/email.schema.ts";
import type { StoredSettings } from "./settings.repository.ts";

type Update = z.output<typeof updateEmailSettingsSchema>;

/**
 * What decides through whose hands mail goes: whoever changes it can read the links that are sent to others. It is the
 * super administrators' alone; a later field is one more line.
 */
const protectedSettings = {
  preferredProvider: "value",
  smtpHost: "value",
  smtpPort: "value",
  smtpUsername: "value",
  smtpPassword: "secret",
  sendgridKey: "secret",
  simulationMode: "safeguard",
  // Messages that come back hold the links that they were sent with, and forged reports would block addresses.
  bounceEmail: "optional",
  imapHost: "optional",
  imapPort: "optional",
  imapUsername: "optional",
  imapPassword: "secret",
  sendgridWebhookKey: "optional",
} as const satisfies Partial<Record<keyof Update, keyof typeof isChanged>>;

export type ProtectedSetting = keyof typeof protectedSettings;
type Before = Pick<StoredSettings, ProtectedSetting>;
type After = Partial<Pick<Update, ProtectedSetting>>;

const isChanged = {
  value: (before: unknown, after: unknown) => before !== after,
  /** Left out it stays. */
  optional: (before: unknown, after: unknown) => after !== undefined && before !== after,
  /** Left out it stays; what is given cannot be compared with what is stored, and counts as new. */
  secret: (before: unknown, after: unknown) => after !== undefined && !(after === "" && before === null),
  /** Everybody may switch it on. */
  safeguard: (before: unknown, after: unknown) => before === true && after === false,
};

/** The protected settings that really change with this update. */
export function protectedChanges(before: Before, after: After): ProtectedSetting[] {
  const names = Object.keys(protectedSettings) as ProtectedSetting[];
  return names.filter((name) => isChanged[protectedSettings[name]](before[name], after[name]));
}

type Access = Pick<StoredSettings, "smtpHost" | "smtpPort" | "smtpUsername">;

/** A stored password only ever goes where it was entered for: to this user of this very server. */
export function keepsSmtpPassword(before: Access, after: Access): boolean {
  return (
    before.smtpHost === after.smtpHost &&
    before.smtpPort === after.smtpPort &&
    before.smtpUsername === after.smtpUsername
  );
}

type MailboxAccess = Pick<StoredSettings, "imapHost" | "imapPort" | "imapUsername">;

/** The same of the mailbox's. */
export function keepsImapPassword(before: MailboxAccess, after: MailboxAccess): boolean {
  return (
    before.imapHost === after.imapHost &&
    before.imapPort === after.imapPort &&
    before.imapUsername === after.imapUsername
  );
}
