import type { z } from "zod";
import type { updateEmailSettingsSchema } from "#contract/email.schema.ts";
import type { StoredSettings } from "./settings.queries.ts";

type Update = Omit<z.output<typeof updateEmailSettingsSchema>, "version">;

/**
 * The settings that every administrator may change. Only super administrators may change the others, also new settings that are not
 * listed here. An admin who redirects mail or its bounces could read the account links of others.
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

/** Special comparisons for some protected settings. The others count as changed when a given value differs from the stored one. */
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

/** Returns the protected settings that this update changes. A missing setting does not change. */
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

/** Whether the account is the same: a stored password is only used for the server and user for which it was entered. */
export function isSameSmtpAccount(before: Access, after: Access): boolean {
  return (
    before.smtpHost === after.smtpHost &&
    before.smtpPort === after.smtpPort &&
    before.smtpUsername === after.smtpUsername
  );
}

type MailboxAccess = Pick<StoredSettings, "imapHost" | "imapPort" | "imapUsername">;

/** Like `isSameSmtpAccount`, for the password of the bounce mailbox. */
export function isSameImapAccount(before: MailboxAccess, after: MailboxAccess): boolean {
  return (
    before.imapHost === after.imapHost &&
    before.imapPort === after.imapPort &&
    before.imapUsername === after.imapUsername
  );
}
