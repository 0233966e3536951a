import type { z } from "zod";
import type { updateEmailSettingsSchema } from "#contract/email.schema.ts";
import type { StoredSettings } from "./settings.queries.ts";

type Update = Omit<z.output<typeof updateEmailSettingsSchema>, "version">;

/**
 * What every administrator may change. All other settings are the super administrators' alone, a new one included until it is
 * named here: who decides where mail goes or comes back can read the account links of others.
 */
const freeSettings = [
  "senderName",
  "pauseMs",
  "parallelism",
  "hourlyCap",
  "dailyCap",
  "confirmationHourlyCap",
  "confirmationRequested",
  "decisionsWait",
  "deleteUnconfirmed",
] as const satisfies (keyof Update)[];

type FreeSetting = (typeof freeSettings)[number];
export type ProtectedSetting = Exclude<keyof Update, FreeSetting>;

/** Settings that compare in their own way. The others are protected when they are given and differ from what is stored. */
const comparisons: Partial<Record<ProtectedSetting, (before: unknown, after: unknown) => boolean>> = {
  // A given secret cannot be compared with the encrypted one, and counts as new.
  smtpPassword: isNewSecret,
  sendgridKey: isNewSecret,
  imapPassword: isNewSecret,
  // Every administrator may switch simulation on.
  simulationMode: (before, after) => before === true && after === false,
};

function isNewSecret(before: unknown, after: unknown): boolean {
  return after !== undefined && !(after === "" && before === null);
}

type Before = Pick<StoredSettings, ProtectedSetting>;
type After = Partial<Pick<Update, ProtectedSetting>>;

/** The protected settings that really change with this update; one that is left out stays. */
export function protectedChanges(before: Before, after: After): ProtectedSetting[] {
  const given = Object.keys(after).filter((name): name is ProtectedSetting => !isFree(name));
  return given.filter((name) => {
    const differs = comparisons[name] ?? ((was, is) => is !== undefined && was !== is);
    return differs(before[name], after[name]);
  });
}

function isFree(name: string): boolean {
  return name === "version" || freeSettings.some((free) => free === name);
}
type Access = Pick<StoredSettings, "smtpHost" | "smtpPort" | "smtpUsername">;

/** A stored password is only sent to the server and the user that it was entered for. */
export function isSameSmtpAccount(before: Access, after: Access): boolean {
  return (
    before.smtpHost === after.smtpHost &&
    before.smtpPort === after.smtpPort &&
    before.smtpUsername === after.smtpUsername
  );
}

type MailboxAccess = Pick<StoredSettings, "imapHost" | "imapPort" | "imapUsername">;

/** The same for the password of the bounce mailbox. */
export function isSameImapAccount(before: MailboxAccess, after: MailboxAccess): boolean {
  return (
    before.imapHost === after.imapHost &&
    before.imapPort === after.imapPort &&
    before.imapUsername === after.imapUsername
  );
}
