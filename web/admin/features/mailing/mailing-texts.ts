/** Texts of the specification, which must not be reworded. */
export const mailingTexts = {
  loadFailed: "Erreur lors du chargement des données",
  settingsSaved: "Paramètres enregistrés avec succès",
  settingsSaveFailed: "Erreur lors de l'enregistrement des paramètres",
  templateSaved: "Modèle enregistré avec succès",
  templateSaveFailed: "Erreur lors de l'enregistrement du modèle",
  noTemplate: "Aucun modèle sélectionné",
  untested: "La connexion n'a pas encore été testée",
  connectionFailed: "Échec de la connexion: ",
  testFailed: "Échec de l'envoi: ",
  batchFailed: "Une erreur est survenue lors du traitement des emails en attente.",
  unexpected: "Une erreur inattendue est survenue",
} as const;
