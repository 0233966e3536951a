import type { EmailSettings, UpdateEmailSettings } from "#contract/email.schema.ts";
import type { EmailProvider } from "#contract/email.ts";

/** What becomes of a stored secret, which the browser never sees. */
export type SecretChange = { mode: "keep" | "replace" | "remove"; text: string };

/** Number fields hold "" while they are empty. */
type NumberField = number | string;

export type SettingsValues = {
  senderName: string;
  senderEmail: string;
  replyTo: string;
  preferredProvider: EmailProvider;
  simulationMode: boolean;
  smtpHost: string;
  smtpPort: NumberField;
  smtpUsername: string;
  smtpPassword: SecretChange;
  sendgridKey: SecretChange;
  bounceEmail: string;
  imapHost: string;
  imapPort: NumberField;
  imapUsername: string;
  imapPassword: SecretChange;
  sendgridWebhookKey: string;
  pauseMs: NumberField;
  parallelism: NumberField;
  hourlyCap: NumberField;
  dailyCap: NumberField;
  confirmationHourlyCap: NumberField;
  confirmationRequested: boolean;
  decisionsWait: boolean;
  deleteUnconfirmed: boolean;
};

export function settingsValues(settings: EmailSettings): SettingsValues {
  return {
    senderName: settings.senderName,
    senderEmail: settings.senderEmail,
    replyTo: settings.replyTo ?? "",
    preferredProvider: settings.preferredProvider,
    simulationMode: settings.simulationMode,
    smtpHost: settings.smtpHost ?? "",
    smtpPort: settings.smtpPort ?? "",
    smtpUsername: settings.smtpUsername ?? "",
    smtpPassword: untouched(settings.smtpPasswordStored),
    sendgridKey: untouched(settings.sendgridKeyStored),
    bounceEmail: settings.bounceEmail ?? "",
    imapHost: settings.imapHost ?? "",
    imapPort: settings.imapPort ?? "",
    imapUsername: settings.imapUsername ?? "",
    imapPassword: untouched(settings.imapPasswordStored),
    sendgridWebhookKey: settings.sendgridWebhookKey ?? "",
    pauseMs: settings.pauseMs,
    parallelism: settings.parallelism,
    hourlyCap: settings.hourlyCap ?? "",
    dailyCap: settings.dailyCap ?? "",
    confirmationHourlyCap: settings.confirmationHourlyCap,
    confirmationRequested: settings.confirmationRequested,
    decisionsWait: settings.decisionsWait,
    deleteUnconfirmed: settings.deleteUnconfirmed,
  };
}

/** A password goes where it was entered for: who changes one of these has decided about all. */
export const accesses = {
  smtp: ["smtpHost", "smtpPort", "smtpUsername", "smtpPassword"],
  imap: ["imapHost", "imapPort", "imapUsername", "imapPassword"],
} as const;
export type Access = keyof typeof accesses;

/** The body of the call: secrets only where they change, empty numbers as none. */
export function settingsUpdate(
  values: SettingsValues,
  { version }: Pick<EmailSettings, "version">,
): UpdateEmailSettings {
  const { smtpPassword, sendgridKey, imapPassword, ...rest } = values;
  return {
    ...rest,
    smtpPort: optionalNumber(values.smtpPort),
    imapPort: optionalNumber(values.imapPort),
    pauseMs: requiredNumber(values.pauseMs),
    parallelism: requiredNumber(values.parallelism),
    hourlyCap: optionalNumber(values.hourlyCap),
    dailyCap: optionalNumber(values.dailyCap),
    confirmationHourlyCap: requiredNumber(values.confirmationHourlyCap),
    ...secretField("smtpPassword", smtpPassword),
    ...secretField("sendgridKey", sendgridKey),
    ...secretField("imapPassword", imapPassword),
    version,
  };
}

/** Another server or user than the stored password was entered for: saved like this, it is deleted. */
export function isOtherAccess(access: Access, values: SettingsValues, settings: EmailSettings): boolean {
  const [host, port, username] = accesses[access];
  return (
    values[host].trim() !== (settings[host] ?? "") ||
    optionalNumber(values[port]) !== settings[port] ||
    values[username].trim() !== (settings[username] ?? "")
  );
}

const untouched = (stored: boolean): SecretChange => ({ mode: stored ? "keep" : "replace", text: "" });

function secretField<Name extends string>(name: Name, { mode, text }: SecretChange) {
  if (mode === "remove") return { [name]: "" };
  return mode === "replace" && text !== "" ? { [name]: text } : {};
}

const optionalNumber = (value: NumberField) => (value === "" ? null : Number(value));
/** NaN is refused by the schema with its sentence. */
const requiredNumber = (value: NumberField) => (value === "" ? Number.NaN : Number(value));
