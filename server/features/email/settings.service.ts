import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { brand } from "#contract/brand.ts";
import type { EmailSettings, updateEmailSettingsSchema } from "#contract/email.schema.ts";
import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { createSecretBox, type SecretBox, SecretBoxError } from "#server/lib/secret-box.ts";
import type { DeliverySettings } from "./delivery/delivery-settings.ts";
import {
  findLeased,
  findSettings,
  isAnyLeased,
  lockSettings,
  type StoredSettings,
  upsertSettings,
} from "./settings.repository.ts";

type KeyConfig = Pick<AppDependencies["config"], "authSecret">;

/** Submission with STARTTLS, the usual port of mail providers. */
const defaultSmtpPort = 587;
/** How long switching simulation on waits for messages that other instances are sending: the life of a lease. */
const othersPatienceMs = 30_000;

const secretBoxOf = ({ authSecret }: KeyConfig): SecretBox => createSecretBox(authSecret, "email settings");

/** What counts before anything was saved: nothing is really sent. */
const freshSettings = {
  senderName: brand.name,
  senderEmail: brand.contact.email,
  replyTo: null,
  preferredProvider: "auto",
  simulationMode: true,
  pauseMs: limits.campaignPauseMs,
  parallelism: 1,
  hourlyCap: null,
  dailyCap: null,
  smtpHost: null,
  smtpPort: null,
  smtpUsername: null,
  smtpPassword: null,
  sendgridKey: null,
} as const;

/** The settings for sending, secrets in clear. One that cannot be read is told of by whatever would need it. */
export async function loadDeliverySettings(db: Db, config: KeyConfig): Promise<DeliverySettings> {
  const stored = await findSettings(db);
  const settings = stored ?? freshSettings;
  const box = secretBoxOf(config);
  const password = openSecret(box, settings.smtpPassword);
  const sendgridKey = openSecret(box, settings.sendgridKey);
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
    unreadable: { smtpPassword: password.unreadable, sendgridKey: sendgridKey.unreadable },
    pauseMs: settings.pauseMs,
    parallelism: settings.parallelism,
    hourlyCap: settings.hourlyCap,
    dailyCap: settings.dailyCap,
    version: stored?.version ?? "",
  };
}

function openSecret(box: SecretBox, sealed: string | null): { text: string | null; unreadable: boolean } {
  if (sealed === null) return { text: null, unreadable: false };
  try {
    return { text: box.open(sealed), unreadable: false };
  } catch (error) {
    if (error instanceof SecretBoxError) return { text: null, unreadable: true };
    throw error;
  }
}

export async function getSettings({ db, config }: Pick<AppDependencies, "db" | "config">) {
  return present(await findSettings(db), config);
}

type SettingsInput = z.output<typeof updateEmailSettingsSchema>;

/** When simulation is on with it, no message is being sent any more by the time this resolves. */
export async function saveSettings(
  { db, config, mail }: Pick<AppDependencies, "db" | "config" | "mail">,
  { smtpPassword, sendgridKey, ...input }: SettingsInput,
  actor: string,
): Promise<EmailSettings> {
  const box = secretBoxOf(config);
  const saved = await db.transaction(async (tx) => {
    await lockSettings(tx);
    const before = await findSettings(tx);
    ensureSecretStays(before, input, smtpPassword);
    await upsertSettings(tx, {
      ...input,
      smtpPassword: sealed(box, smtpPassword, before?.smtpPassword ?? null),
      sendgridKey: sealed(box, sendgridKey, before?.sendgridKey ?? null),
    });
    await recordEntry(tx, {
      actor,
      action: "email.settings_updated",
      details: { provider: input.preferredProvider, simulationMode: input.simulationMode },
    });
    return findSettings(tx);
  });
  await mail.settings(); // ends the connections that were opened with the settings before
  if (input.simulationMode) await everySenderSettled(db, mail);
  return present(saved, config);
}

/** A stored password only ever goes to the server it was entered for. */
function ensureSecretStays(
  before: StoredSettings | null,
  { smtpHost }: Pick<SettingsInput, "smtpHost">,
  newPassword: string | undefined,
): void {
  const kept = newPassword === undefined && before?.smtpPassword;
  if (kept && smtpHost !== null && before.smtpHost !== null && smtpHost !== before.smtpHost) {
    throw invalid({ smtpPassword: "Le serveur a changé : saisissez à nouveau son mot de passe" });
  }
}

/** Undefined keeps what is stored, an empty text removes it. */
function sealed(box: SecretBox, text: string | undefined, before: string | null): string | null {
  if (text === undefined) return before;
  return text === "" ? null : box.seal(text);
}

/** Messages that were leased before the change may still be on their way, here and in other instances. */
async function everySenderSettled(db: Db, mail: AppDependencies["mail"]): Promise<void> {
  const ids = await findLeased(db);
  await mail.settled();
  const patience = AbortSignal.timeout(othersPatienceMs);
  while (ids.length > 0 && !patience.aborted && (await isAnyLeased(db, ids))) await sleep(100);
}

function present(stored: StoredSettings | null, config: AppDependencies["config"]): EmailSettings {
  const { smtpPassword, sendgridKey, ...settings } = stored ?? freshSettings;
  return {
    senderName: settings.senderName,
    senderEmail: settings.senderEmail,
    replyTo: settings.replyTo,
    preferredProvider: settings.preferredProvider,
    simulationMode: settings.simulationMode,
    pauseMs: settings.pauseMs,
    parallelism: settings.parallelism,
    hourlyCap: settings.hourlyCap,
    dailyCap: settings.dailyCap,
    smtpHost: settings.smtpHost,
    smtpPort: settings.smtpPort,
    smtpUsername: settings.smtpUsername,
    smtpPasswordStored: smtpPassword !== null,
    sendgridKeyStored: sendgridKey !== null,
    phpConfigured: config.phpMailUrl !== undefined,
    updatedAt: stored?.updatedAt.toISOString() ?? null,
  };
}
