import { z } from "zod";
import { emailEventSources, speakerLabels } from "#contract/bounces.ts";
import { emailProviders, providerLabels } from "#contract/email.ts";
import { quoteWords } from "#contract/quoted-words.ts";
import type { ToDoRow } from "#contract/to-do.schema.ts";
import { webhookOffReasons } from "#contract/webhooks.ts";
import { formatOperatorTime } from "#server/lib/paris-time.ts";

/** The configured way of sending mail, without secrets. */
const mailRouteSchema = z.object({
  provider: z.enum(emailProviders),
  host: z.string().nullable(),
  port: z.number().int().nullable(),
  simulationMode: z.boolean(),
});
export type MailRoute = z.infer<typeof mailRouteSchema>;

const transportChangeSchema = z.object({
  /** The e-mail of the administrator who made the change, and who gets no notice. */
  actor: z.string(),
  before: mailRouteSchema,
  after: mailRouteSchema,
  /** True when user name, password or key were changed. */
  credentialsChanged: z.boolean(),
  /** True when the sender's address or the reply address was changed. */
  senderChanged: z.boolean().default(false),
  /** True when bounces return to another address, or their mailbox has another login. Missing in older notices. */
  bouncesChanged: z.boolean().default(false),
});
export type TransportChange = z.infer<typeof transportChangeSchema>;

const campaignBlockedSchema = z.object({
  /** Null for messages that belong to no campaign. */
  campaignId: z.uuid().nullable(),
  subject: z.string().nullable(),
  statusCode: z.string().nullable(),
  /** The words of the mail server, direct or quoted by a report. */
  words: z.string(),
  /** What reported the words; missing in older notices. */
  source: z.enum(emailEventSources).default("mailbox"),
  paused: z.boolean(),
});
type CampaignBlocked = z.infer<typeof campaignBlockedSchema>;

const notice = <Kind extends string, Details extends z.ZodType>(kind: Kind, details: Details) =>
  z.object({ id: z.string(), createdAt: z.date(), kind: z.literal(kind), details });

/** Notices for super administrators. */
export const noticeSchema = z.discriminatedUnion("kind", [
  notice("transport_changed", transportChangeSchema),
  notice("dkim_key_gone", z.object({ selector: z.string(), domain: z.string() })),
  notice("campaign_blocked", campaignBlockedSchema),
  notice("backup_failed", z.object({ reason: z.string() })),
  notice("webhook_off", z.object({ reason: z.enum(webhookOffReasons), since: z.iso.datetime() })),
  notice("restored", z.object({ backupMadeAt: z.iso.datetime() })),
  notice("mailbox_unreadable", z.object({ reason: z.string(), since: z.iso.datetime() })),
]);
export type Notice = z.infer<typeof noticeSchema>;

export function noticeRow(posted: Notice): ToDoRow {
  const { sentence, lines, link } = describe(posted);
  const details = [`Le ${formatOperatorTime(posted.createdAt)}.`, ...lines];
  return { key: posted.id, level: "notice", done: false, sentence, details, link };
}

function describe(posted: Notice): { sentence: string; lines: string[]; link: string } {
  switch (posted.kind) {
    case "transport_changed":
      return {
        sentence: `Réglages d’envoi modifiés par ${posted.details.actor}`,
        lines: describeTransportChange(posted.details),
        link: "journal",
      };
    case "campaign_blocked":
      return {
        sentence: "Des serveurs refusent vos messages",
        lines: describeBlocked(posted.details),
        link: "emails?tab=domain",
      };
    case "backup_failed":
      return {
        sentence: "La sauvegarde automatique a échoué",
        lines: [posted.details.reason, "Elle est tentée de nouveau, trois fois par nuit au plus."],
        link: "state",
      };
    case "mailbox_unreadable":
      return {
        sentence: "La boîte des retours ne peut pas être lue",
        lines: [
          posted.details.reason,
          `Depuis le ${formatOperatorTime(new Date(posted.details.since))}\u00a0; elle sera essayée de nouveau d’elle-même.`,
        ],
        link: "emails",
      };
    case "restored":
      return {
        sentence: "Vérifiez les administrateurs\u00a0: une sauvegarde a été restaurée",
        lines: [
          `Les comptes sont ceux du ${formatOperatorTime(new Date(posted.details.backupMadeAt))}\u00a0: ceux supprimés depuis sont de retour, et les mots de passe remplacés depuis valent de nouveau.`,
          "Supprimez les premiers, et changez les seconds.",
        ],
        link: "users",
      };
    case "webhook_off":
      return {
        sentence: "Un webhook est désactivé",
        lines: [
          posted.details.reason === "gone"
            ? "Son adresse a répondu qu’elle n’existe plus (410)."
            : `Aucune livraison n’a réussi depuis le ${formatOperatorTime(new Date(posted.details.since))}.`,
          "Corrigez-le, puis activez-le\u00a0: ce qui attend partira alors.",
        ],
        link: "webhooks",
      };
    case "dkim_key_gone":
      return {
        sentence: "La clé DKIM a disparu du DNS",
        lines: [
          `La clé ${posted.details.selector} n’est plus publiée pour ${posted.details.domain}\u00a0: les messages signés seraient refusés.`,
          "Les envois en masse sont suspendus. Remettez l’enregistrement, puis reprenez-les.",
        ],
        link: "emails?tab=domain",
      };
  }
}

function describeBlocked({ subject, paused, source, statusCode, words }: CampaignBlocked): string[] {
  const code = statusCode === null ? "" : ` (${statusCode})`;
  const lines = [
    subject === null
      ? "Un message a été refusé pour ce qu’il est ou pour qui l’envoie, non à cause de son destinataire."
      : `Envoi «\u00a0${subject}\u00a0»\u00a0: des messages sont refusés pour ce qu’ils sont ou pour qui les envoie, non à cause de leurs destinataires.`,
    quoteWords(`${speakerLabels[source]}${code}`, words),
  ];
  return paused ? [...lines, "L’envoi est en pause jusqu’à ce que quelqu’un le reprenne."] : lines;
}

/** Gives one sentence per change. */
function describeTransportChange(change: TransportChange): string[] {
  const { before, after } = change;
  const provider = `Fournisseur\u00a0: ${providerLabels[before.provider]}, puis ${providerLabels[after.provider]}.`;
  const server = `Serveur SMTP\u00a0: ${serverOf(before)}, puis ${serverOf(after)}.`;
  return [
    ...(before.provider === after.provider ? [] : [provider]),
    ...(serverOf(before) === serverOf(after) ? [] : [server]),
    ...(before.simulationMode && !after.simulationMode ? ["Le mode simulation est coupé."] : []),
    ...(change.credentialsChanged ? ["L’identifiant, le mot de passe ou la clé a changé."] : []),
    ...(change.senderChanged ? ["L’adresse de l’expéditeur ou l’adresse de réponse a changé."] : []),
    ...(change.bouncesChanged ? ["L’adresse des retours ou l’accès à ce qui revient a changé."] : []),
  ];
}

function serverOf({ host, port }: MailRoute): string {
  if (host === null) return "aucun";
  return port === null ? host : `${host}:${port}`;
}
