import { speakerLabels } from "#contract/bounces.ts";
import { type EmailProvider, providerLabels } from "#contract/email.ts";
import type { CampaignBlocked, MailRoute, Notice, TransportChange } from "#contract/notices.schema.ts";
import { quoteWords } from "#contract/quoted-words.ts";
import { formatDateTime } from "#web/lib/format.ts";

export type NoticeText = {
  title: string;
  /** Who did it; null when it happened automatically. */
  actor: string | null;
  lines: string[];
  link: { to: string; label: string };
};

export function describeNotice(notice: Notice): NoticeText {
  switch (notice.kind) {
    case "transport_changed":
      return {
        title: "La façon d’envoyer les e-mails a changé",
        actor: notice.details.actor,
        lines: describeTransportChange(notice.details),
        link: { to: "journal", label: "Voir le journal" },
      };
    case "campaign_blocked":
      return {
        title: "Des serveurs refusent vos messages",
        actor: null,
        lines: describeBlocked(notice.details),
        link: { to: "emails?tab=domain", label: "Voir le domaine" },
      };
    case "backup_failed":
      return {
        title: "La sauvegarde automatique a échoué",
        actor: null,
        lines: [notice.details.reason, "Elle est tentée de nouveau, trois fois par nuit au plus."],
        link: { to: "state", label: "Voir les sauvegardes" },
      };
    case "mailbox_unreadable":
      return {
        title: "La boîte des retours ne peut pas être lue",
        actor: null,
        lines: [
          notice.details.reason,
          `Depuis le ${formatDateTime(notice.details.since)}\u00a0; elle sera essayée de nouveau d’elle-même.`,
        ],
        link: { to: "emails", label: "Vérifier les paramètres" },
      };
    case "dkim_key_gone":
      return {
        title: "La clé DKIM a disparu du DNS",
        actor: null,
        lines: [
          `La clé ${notice.details.selector} n’est plus publiée pour ${notice.details.domain}\u00a0: les messages signés seraient refusés.`,
          "Les envois en masse sont suspendus. Remettez l’enregistrement, puis reprenez-les.",
        ],
        link: { to: "emails?tab=domain", label: "Voir le domaine" },
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

/** One sentence per change. */
export function describeTransportChange({
  before,
  after,
  credentialsChanged,
  senderChanged,
  bouncesChanged,
}: TransportChange): string[] {
  const lines: string[] = [];
  if (before.provider !== after.provider) {
    lines.push(`Fournisseur\u00a0: ${label(before.provider)}, puis ${label(after.provider)}.`);
  }
  if (server(before) !== server(after))
    lines.push(`Serveur SMTP\u00a0: ${server(before)}, puis ${server(after)}.`);
  if (before.simulationMode && !after.simulationMode) lines.push("Le mode simulation est coupé.");
  if (credentialsChanged) lines.push("L’identifiant, le mot de passe ou la clé a changé.");
  if (senderChanged) lines.push("L’adresse de l’expéditeur ou l’adresse de réponse a changé.");
  if (bouncesChanged) lines.push("L’adresse des retours ou l’accès à ce qui revient a changé.");
  return lines;
}

const label = (provider: EmailProvider) => providerLabels[provider];

function server({ host, port }: MailRoute): string {
  if (host === null) return "aucun";
  return port === null ? host : `${host}:${port}`;
}
