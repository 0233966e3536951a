import type { EmailProvider, EmailStatus, EmailType } from "#contract/email.ts";
import { ApiFailure } from "#web/lib/api.ts";

/** Sentences of the e-mail screens, to the letter (specification, sections 4 and 8). */
export const emailTexts = {
  loadFailed: "Erreur lors du chargement des données",
  settingsUnreadable: "Impossible de récupérer les paramètres d'email",
  settingsSaved: "Paramètres enregistrés avec succès",
  settingsSaveFailed: "Erreur lors de l'enregistrement des paramètres",
  templateSaved: "Modèle enregistré avec succès",
  templateSaveFailed: "Erreur lors de l'enregistrement du modèle",
  noTemplate: "Aucun modèle sélectionné",
  untested: "La connexion n'a pas encore été testée",
  connectionFailed: "Échec de la connexion: ",
  testFailed: "Échec de l'envoi: ",
  batchFailed: "Une erreur est survenue lors du traitement des emails en attente.",
  bulkFailed: "Échec de l'envoi des emails",
  singleFailed: "Une erreur s'est produite lors de l'envoi de l'email",
  unexpected: "Une erreur inattendue est survenue",
} as const;

export const providerLabels: Record<EmailProvider, string> = {
  php: "Script PHP",
  smtp: "Serveur SMTP",
  sendgrid: "SendGrid",
  auto: "Automatique",
};

export const statusLabels: Record<EmailStatus, string> = {
  pending: "En attente",
  sent: "Envoyé",
  failed: "Échec",
};

export const typeLabels: Record<EmailType, string> = {
  bulk: "Envoi en masse",
  transactional: "Transactionnel",
  test: "Test",
};

/** What the server had to say about this failure; `fallback` when it said nothing particular. */
export function serverWords(error: unknown, fallback: string = emailTexts.unexpected): string {
  if (!(error instanceof ApiFailure) || error.code === "internal") return fallback;
  return error.message;
}
