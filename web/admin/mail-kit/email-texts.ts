import type { EmailStatus, EmailType } from "#contract/email.ts";

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

export const statusLabels: Record<EmailStatus, string> = {
  pending: "En attente",
  sent: "Envoyé",
  failed: "Échec",
  cancelled: "Annulé",
};

export const typeLabels: Record<EmailType, string> = {
  bulk: "Envoi en masse",
  transactional: "Transactionnel",
  test: "Test",
};
