/** Sentences of the screen, to the letter (specification, sections 4 and 8). */
export const singleTexts = {
  settingsUnreadable: "Impossible de récupérer les paramètres d'email",
  sendFailed: "Une erreur s'est produite lors de l'envoi de l'email",
} as const;
