import { providerLabels } from "#contract/email.ts";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";
import { formatNumber, formatYesNo } from "#web/lib/format.ts";
import type { SecretChange, SettingsValues } from "./settings-values.ts";

const text = (value: string) => value;
const count = (value: number | string) => (value === "" ? "" : formatNumber(Number(value)));
const plain = (value: number | string) => String(value);

const secretStates = {
  keep: "Enregistré, chiffré",
  remove: "À retirer",
} as const;

function secret({ mode, text }: SecretChange): string {
  if (mode !== "replace") return secretStates[mode];
  return text === "" ? "Aucun" : "Nouveau, saisi ici";
}

/** The form's fields, for comparing two versions of the settings. Of secrets, only what becomes of them. */
export const editedSettings: EditedFields<SettingsValues> = {
  simulationMode: { label: "Mode simulation", text: formatYesNo },
  senderName: { label: "Nom de l’expéditeur", text },
  senderEmail: { label: "E-mail de l’expéditeur", text },
  replyTo: { label: "Adresse de réponse", text },
  preferredProvider: { label: "Fournisseur", text: (provider) => providerLabels[provider] },
  smtpHost: { label: "Serveur SMTP", text },
  smtpPort: { label: "Port SMTP", text: plain },
  smtpUsername: { label: "Identifiant SMTP", text },
  smtpPassword: { label: "Mot de passe SMTP", text: secret },
  sendgridKey: { label: "Clé SendGrid", text: secret },
  bounceEmail: { label: "Adresse des retours", text },
  imapHost: { label: "Serveur IMAP", text },
  imapPort: { label: "Port IMAP", text: plain },
  imapUsername: { label: "Identifiant IMAP", text },
  imapPassword: { label: "Mot de passe IMAP", text: secret },
  sendgridWebhookKey: { label: "Clé de vérification des événements SendGrid", text },
  pauseMs: { label: "Pause entre deux e-mails (ms)", text: count },
  parallelism: { label: "Envois simultanés", text: count },
  hourlyCap: { label: "Maximum par heure", text: count },
  dailyCap: { label: "Maximum par jour", text: count },
  confirmationHourlyCap: { label: "Confirmations par heure", text: count },
  confirmationRequested: { label: "Demander la confirmation de l’adresse", text: formatYesNo },
  decisionsWait: { label: "Attendre la confirmation avant de décider", text: formatYesNo },
  deleteUnconfirmed: { label: "Supprimer les inscriptions jamais confirmées", text: formatYesNo },
};
