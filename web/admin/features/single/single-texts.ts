/** Sentences of the screen, to the letter. */
export const singleTexts = {
  settingsUnreadable: "Impossible de récupérer les paramètres d'email",
  sendFailed: "Une erreur s'est produite lors de l'envoi de l'email",
} as const;
