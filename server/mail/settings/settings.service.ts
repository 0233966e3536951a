import type { z } from "zod";
import type { EmailSettings, updateEmailSettingsSchema } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { isExampleSender } from "#contract/site.ts";
import { staleMessage } from "#contract/version.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findLastActor, recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import {
  type ApiError,
  forbidden,
  invalid,
  reauthenticationRequired,
  stale,
} from "#server/lib/http/errors.ts";
import type { SecretBox } from "#server/lib/secret-box.ts";
import type { Mail } from "#server/mail/mail.ts";
import { waitForInFlight } from "#server/mail/sending/messages.service.ts";
import { isTransportConfigured } from "#server/mail/transports/create-transport.ts";
import { defaultSettings, deliverySettingsOf, secretBoxOf } from "./delivery-settings.service.ts";
import {
  findSettings,
  lockSettings,
  restartMailbox,
  type StoredSettings,
  storeSettings,
} from "./settings.queries.ts";
import {
  isSameImapAccount,
  isSameSmtpAccount,
  type ProtectedSetting,
  protectedChanges,
} from "./settings-protection.rules.ts";
import { announceTransportChange, toJournalDetails, toTransportChange } from "./transport-change.service.ts";

const mailboxSettings: readonly ProtectedSetting[] = ["imapHost", "imapPort", "imapUsername", "imapPassword"];

export async function getSettings({ db, config }: Pick<AppDependencies, "db" | "config">) {
  return present(await findSettings(db), config);
}

type SettingsInput = z.output<typeof updateEmailSettingsSchema>;

/** The admin who saves, and their rights. */
export type SettingsActor = Pick<CurrentAdmin, "email" | "isSuperAdmin" | "recentlyConfirmed">;

type Deps = Pick<AppDependencies, "db" | "config" | "now"> & { mail: Mail };

/**
 * Saves the settings. With simulation on, it resolves only when no message is being sent any more.
 * @throws 400 when simulation is off and the sender is still the example
 */
export async function saveSettings(
  deps: Deps,
  input: SettingsInput,
  actor: SettingsActor,
): Promise<EmailSettings> {
  const { db, config, mail } = deps;
  if (!input.simulationMode && isExampleSender(input.senderEmail))
    throw invalid({ senderEmail: emailMessages.senderMissing });
  const { saved, before, messages } = await db.transaction((tx) =>
    changeSettings(deps, tx, { input, actor }),
  );
  await mail.settings(); // closes the connections of the previous settings
  mail.deliverThrough(before, messages);
  if (input.simulationMode) await waitForInFlight(db, mail.settled); // messages that any instance leased before the change
  return present(saved, config);
}

async function changeSettings(
  { config, now }: Deps,
  tx: Db,
  { input, actor }: { input: SettingsInput; actor: SettingsActor },
) {
  await lockSettings(tx);
  const stored = await findSettings(tx);
  const before = stored ?? defaultSettings;
  // Checks the version before the rights, because a stale form may change protected fields by accident.
  const isStored = await storeSettings(tx, withSecrets(secretBoxOf(config), before, input));
  if (!isStored) throw await staleSettings(tx, stored, { config, actor: actor.email });
  const changes = protectedChanges(before, input);
  if (changes.length > 0) ensureMayChangeTransport(actor);
  const change = toTransportChange(before, input, { actor: actor.email, changes });
  await recordEntry(tx, {
    actor: actor.email,
    action: "email.settings_updated",
    details: toJournalDetails(change),
  });
  if (mailboxSettings.some((name) => changes.includes(name))) await restartMailbox(tx);
  const delivery = await deliverySettingsOf(tx, config, stored);
  const canSend =
    !delivery.simulationMode && !input.simulationMode && isTransportConfigured(delivery, config);
  const announcement = { change, at: now(), baseUrl: config.baseUrl, canSend };
  const messages = changes.length > 0 ? await announceTransportChange(tx, announcement) : [];
  return { saved: await findSettings(tx), before: delivery, messages };
}

async function staleSettings(
  tx: Db,
  stored: StoredSettings | null,
  { config, actor }: { config: AppDependencies["config"]; actor: string },
): Promise<ApiError> {
  const savedBy = await findLastActor(tx, { action: "email.settings_updated" });
  return stale(present(stored, config), staleMessage(savedBy, actor));
}

/** @throws ApiError 403 */
function ensureMayChangeTransport({ isSuperAdmin, recentlyConfirmed }: SettingsActor): void {
  if (!isSuperAdmin) throw forbidden(emailMessages.transportProtected);
  if (!recentlyConfirmed) throw reauthenticationRequired();
}

type Before = Parameters<typeof isSameSmtpAccount>[0] &
  Pick<
    StoredSettings,
    | "smtpPassword"
    | "sendgridKey"
    | "bounceEmail"
    | "imapHost"
    | "imapPort"
    | "imapUsername"
    | "imapPassword"
    | "sendgridWebhookKey"
  >;

/** Returns the values to store. A missing secret stays, an SMTP password only for the same user of the same server. */
function withSecrets(
  box: SecretBox,
  before: Before,
  { smtpPassword, sendgridKey, imapPassword, ...rest }: SettingsInput,
) {
  const keptPassword = isSameSmtpAccount(before, rest) ? before.smtpPassword : null;
  const bounces = bouncesOf(before, rest);
  const keptImapPassword = isSameImapAccount(before, bounces) ? before.imapPassword : null;
  return {
    ...rest,
    ...bounces,
    smtpPassword: sealed(box, smtpPassword, keptPassword),
    sendgridKey: sealed(box, sendgridKey, before.sendgridKey),
    imapPassword: sealed(box, imapPassword, keptImapPassword),
  };
}

/** Keeps missing fields, because older clients do not know newer settings. */
function bouncesOf(
  before: Before,
  input: Omit<SettingsInput, "smtpPassword" | "sendgridKey" | "imapPassword">,
) {
  const given = <Name extends keyof Before & keyof typeof input>(name: Name) =>
    input[name] === undefined ? before[name] : input[name];
  return {
    bounceEmail: given("bounceEmail"),
    imapHost: given("imapHost"),
    imapPort: given("imapPort"),
    imapUsername: given("imapUsername"),
    sendgridWebhookKey: given("sendgridWebhookKey"),
  };
}

/** Seals a new secret. Undefined keeps the stored one, an empty text removes it. */
function sealed(box: SecretBox, text: string | undefined, before: string | null): string | null {
  if (text === undefined) return before;
  return text === "" ? null : box.seal(text);
}

function present(stored: StoredSettings | null, config: AppDependencies["config"]): EmailSettings {
  const { smtpPassword, sendgridKey, imapPassword, ...settings } = stored ?? defaultSettings;
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
    confirmationHourlyCap: settings.confirmationHourlyCap,
    confirmationRequested: settings.confirmationRequested,
    decisionsWait: settings.decisionsWait,
    deleteUnconfirmed: settings.deleteUnconfirmed,
    smtpHost: settings.smtpHost,
    smtpPort: settings.smtpPort,
    smtpUsername: settings.smtpUsername,
    smtpPasswordStored: smtpPassword !== null,
    sendgridKeyStored: sendgridKey !== null,
    bounceEmail: settings.bounceEmail,
    imapHost: settings.imapHost,
    imapPort: settings.imapPort,
    imapUsername: settings.imapUsername,
    imapPasswordStored: imapPassword !== null,
    sendgridWebhookKey: settings.sendgridWebhookKey,
    phpConfigured: config.phpMailUrl !== undefined,
    updatedAt: stored?.updatedAt.toISOString() ?? null,
    version: settings.version,
  };
}
