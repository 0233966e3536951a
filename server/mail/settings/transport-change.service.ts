import { brand } from "#contract/brand.ts";
import { providerLabels } from "#contract/email.ts";
import type { JournalDetails } from "#contract/journal-details.ts";
import { formatParisDateTime } from "#contract/paris-time.ts";
import { escapeHtml } from "#contract/template-variables.ts";
import { findSuperAdminEmails } from "#server/accounts/admins.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { writeMessage } from "#server/mail/sending/messages.service.ts";
import type { NewMessage } from "#server/mail/sending/new-messages.queries.ts";
import type { MailRoute, TransportChange } from "#server/notices/notices.rules.ts";
import { postNotice } from "#server/notices/notices.service.ts";
import type { StoredSettings } from "./settings.queries.ts";
import type { ProtectedSetting } from "./settings-protection.rules.ts";

type Announcement = { change: TransportChange; at: Date; baseUrl: string; canSend: boolean };

/**
 * Notifies all super administrators, so that no one can take over the mail unnoticed. Call it in the transaction of the
 * change.
 * @param canSend whether mail could be sent before the change, and can be sent after it
 * @returns the messages, to send through the previous transport
 */
export async function announceTransportChange(
  tx: Db,
  { change, at, baseUrl, canSend }: Announcement,
): Promise<string[]> {
  await postNotice(tx, { kind: "transport_changed", details: change });
  if (!canSend) return [];
  const message = transportChangeMail(change, { at, baseUrl });
  const ids: string[] = [];
  for (const recipientEmail of await findSuperAdminEmails(tx)) {
    const entry: NewMessage = {
      ...message,
      recipientEmail,
      recipientName: null,
      emailType: "transactional",
      forAdmins: true,
    };
    ids.push(await writeMessage(tx, entry, { simulated: false }));
  }
  return ids;
}

type Settings = Pick<StoredSettings, "preferredProvider" | "smtpHost" | "smtpPort" | "simulationMode">;

const credentials: readonly ProtectedSetting[] = ["smtpUsername", "smtpPassword", "sendgridKey"];

const senders: readonly ProtectedSetting[] = ["senderEmail", "replyTo"];

const bounces: readonly ProtectedSetting[] = [
  "bounceEmail",
  "imapHost",
  "imapPort",
  "imapUsername",
  "imapPassword",
  "sendgridWebhookKey",
];

export function toTransportChange(
  before: Settings,
  after: Settings,
  { actor, changes }: { actor: string; changes: readonly ProtectedSetting[] },
): TransportChange {
  const credentialsChanged = changes.some((name) => credentials.includes(name));
  const senderChanged = changes.some((name) => senders.includes(name));
  const bouncesChanged = changes.some((name) => bounces.includes(name));
  return {
    actor,
    before: toRoute(before),
    after: toRoute(after),
    credentialsChanged,
    senderChanged,
    bouncesChanged,
  };
}

function toRoute({ preferredProvider, smtpHost, smtpPort, simulationMode }: Settings): MailRoute {
  return { provider: preferredProvider, host: smtpHost, port: smtpPort, simulationMode };
}

/** Returns the new transport and, if it changed, the previous one. */
export function toJournalDetails({
  before,
  after,
  credentialsChanged,
  senderChanged,
  bouncesChanged,
}: TransportChange): JournalDetails {
  return {
    ...after,
    ...(before.provider !== after.provider && { previousProvider: before.provider }),
    ...(before.host !== after.host && { previousHost: before.host }),
    ...(before.port !== after.port && { previousPort: before.port }),
    ...(before.simulationMode !== after.simulationMode && { previousSimulationMode: before.simulationMode }),
    ...(credentialsChanged && { credentialsChanged }),
    ...(senderChanged && { senderChanged }),
    ...(bouncesChanged && { bouncesChanged }),
  };
}

function describeRoute({ provider, host, port }: MailRoute): string {
  const server = host === null ? "" : `, ${host}${port === null ? "" : `:${port}`}`;
  return escapeHtml(`${providerLabels[provider]}${server}`);
}

const senderSentence = "L’adresse de l’expéditeur ou l’adresse de réponse a changé.";
const bouncesSentence = "L’adresse des retours ou l’accès à ce qui revient a changé.";

/** The message to the super administrators. */
function transportChangeMail(change: TransportChange, { at, baseUrl }: { at: Date; baseUrl: string }) {
  const time = formatParisDateTime(at);
  const journal = escapeHtml(`${baseUrl}/admin/dashboard/journal`);
  return {
    subject: `L’envoi des e-mails de ${brand.name} a changé`,
    content: [
      "<p>Bonjour,</p>",
      `<p>${escapeHtml(change.actor)} a modifié la façon dont ${brand.name} envoie ses e-mails, le ${time}.</p>`,
      `<p>Avant : ${describeRoute(change.before)}<br>Maintenant : ${describeRoute(change.after)}</p>`,
      change.credentialsChanged ? "<p>L’identifiant, le mot de passe ou la clé a changé.</p>" : "",
      change.senderChanged ? `<p>${senderSentence}</p>` : "",
      change.bouncesChanged ? `<p>${bouncesSentence}</p>` : "",
      `<p>Si ce changement vous surprend, consultez <a href="${journal}">le journal</a> et changez votre mot de passe.</p>`,
    ].join(""),
  };
}
