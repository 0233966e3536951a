import { brand } from "#contract/brand.ts";
import { limits } from "#contract/limits.ts";
import { initialSiteSettings } from "#contract/site.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { createSecretBox, nullIfForeign, type SecretBox } from "#server/lib/secret-box.ts";
import { loadSigner } from "#server/mail/domain/signer.service.ts";
import type { BounceSettings, DeliverySettings } from "#server/mail/transports/transport.ts";
import { findSettings, replaceSecret, type StoredSettings } from "./settings.queries.ts";

type KeyConfig = Pick<AppDependencies["config"], "authSecret" | "authSecretPrevious">;

/** The usual port of mail providers: submission with STARTTLS. */
const defaultSmtpPort = 587;

/** The port of IMAP with TLS from the start. */
const defaultImapPort = 993;

export const secretBoxOf = ({ authSecret, authSecretPrevious }: KeyConfig): SecretBox =>
  createSecretBox(authSecret, "email settings", authSecretPrevious);

/** The settings before the first save: simulation. */
export const defaultSettings = {
  senderName: brand.name,
  senderEmail: initialSiteSettings.contact.email,
  replyTo: null,
  preferredProvider: "auto",
  simulationMode: true,
  pauseMs: limits.campaignPauseMs,
  parallelism: 1,
  hourlyCap: null,
  dailyCap: null,
  confirmationHourlyCap: limits.confirmationsPerHour,
  confirmationRequested: true,
  decisionsWait: false,
  deleteUnconfirmed: false,
  smtpHost: null,
  smtpPort: null,
  smtpUsername: null,
  smtpPassword: null,
  sendgridKey: null,
  bounceEmail: null,
  imapHost: null,
  imapPort: null,
  imapUsername: null,
  imapPassword: null,
  sendgridWebhookKey: null,
  version: 0,
} as const;

/** Loads the settings for sending, with secrets in clear. `unreadable` names the secrets that cannot be opened. */
export async function loadDeliverySettings(db: Db, config: KeyConfig): Promise<DeliverySettings> {
  const stored = await findSettings(db);
  const secrets = openSecrets(stored, config);
  for (const { resealed } of Object.values(secrets)) {
    if (resealed) await replaceSecret(db, resealed);
  }
  return withSigner(db, config, toDeliverySettings(stored, secrets));
}

/** Decrypts the secrets of stored settings; null: no settings were saved yet. */
export function deliverySettingsOf(
  db: Db,
  config: KeyConfig,
  stored: StoredSettings | null,
): Promise<DeliverySettings> {
  return withSigner(db, config, toDeliverySettings(stored, openSecrets(stored, config)));
}

async function withSigner(
  db: Db,
  config: KeyConfig,
  settings: Omit<DeliverySettings, "dkim">,
): Promise<DeliverySettings> {
  const { signer, unreadable } = await loadSigner(db, config, settings.senderEmail);
  return { ...settings, dkim: signer, unreadable: { ...settings.unreadable, dkimKey: unreadable } };
}

function openSecrets(stored: StoredSettings | null, config: KeyConfig) {
  const box = secretBoxOf(config);
  return {
    password: openSecret(box, stored?.smtpPassword ?? null),
    sendgridKey: openSecret(box, stored?.sendgridKey ?? null),
    imapPassword: openSecret(box, stored?.imapPassword ?? null),
  };
}

/** Loads the settings of bounces, with the password of the mailbox in clear. */
export async function loadBounceSettings(db: Db, config: KeyConfig): Promise<BounceSettings> {
  const stored = await findSettings(db);
  const { imapPassword } = openSecrets(stored, config);
  const { bounceEmail, imapHost, imapPort, imapUsername, sendgridWebhookKey } = stored ?? defaultSettings;
  const hasAccess = imapHost !== null && imapUsername !== null;
  return {
    bounceEmail,
    sendgridWebhookKey,
    mailbox: hasAccess
      ? {
          host: imapHost,
          port: imapPort ?? defaultImapPort,
          username: imapUsername,
          password: imapPassword.text,
          unreadable: imapPassword.unreadable,
        }
      : null,
  };
}

/** Finds the bounce address; null: bounces go to the sender's address. `hasMailbox`: whether the server reads the mailbox. */
export async function findBounceAddress(db: Db): Promise<{ email: string | null; hasMailbox: boolean }> {
  const stored = await findSettings(db);
  return { email: stored?.bounceEmail ?? null, hasMailbox: Boolean(stored?.bounceEmail && stored.imapHost) };
}

function toDeliverySettings(
  stored: StoredSettings | null,
  { password, sendgridKey }: ReturnType<typeof openSecrets>,
): Omit<DeliverySettings, "dkim"> {
  const settings = stored ?? defaultSettings;
  return {
    senderName: settings.senderName,
    senderEmail: settings.senderEmail,
    replyTo: settings.replyTo,
    provider: settings.preferredProvider,
    simulationMode: settings.simulationMode,
    smtp: settings.smtpHost
      ? {
          host: settings.smtpHost,
          port: settings.smtpPort ?? defaultSmtpPort,
          username: settings.smtpUsername,
          password: password.text,
        }
      : null,
    sendgridKey: sendgridKey.text,
    unreadable: {
      smtpPassword: password.unreadable,
      sendgridKey: sendgridKey.unreadable,
      dkimKey: false,
    },
    bounceEmail: settings.bounceEmail,
    pauseMs: settings.pauseMs,
    parallelism: settings.parallelism,
    version: stored?.sendersVersion ?? "",
  };
}

type OpenedSecret = {
  text: string | null;
  unreadable: boolean;
  /** The old and new sealed text of a secret that an earlier AUTH_SECRET sealed, else null. */
  resealed: { from: string; to: string } | null;
};

function openSecret(box: SecretBox, sealed: string | null): OpenedSecret {
  const text = sealed === null ? null : nullIfForeign(() => box.open(sealed));
  if (sealed === null || text === null) return { text: null, unreadable: sealed !== null, resealed: null };
  const to = box.reseal(sealed);
  return { text, unreadable: false, resealed: to === null ? null : { from: sealed, to } };
}

/** Finds the mail secrets that no known AUTH_SECRET can decrypt. */
export async function findUnreadableMail({ db, config }: Pick<AppDependencies, "db" | "config">) {
  const { unreadable } = await loadDeliverySettings(db, config);
  const { mailbox } = await loadBounceSettings(db, config);
  return { ...unreadable, imapPassword: mailbox?.unreadable ?? false };
}
