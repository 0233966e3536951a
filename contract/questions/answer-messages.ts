/** Adds an example after a message of the specification, which stays unchanged. */
export function withExample(message: string, example: string): string {
  return `${message} (exemple\u00a0: ${example})`;
}

export const answerMessages = {
  answerRequired: "Ce champ est requis",
  optionRequired: "Veuillez sélectionner au moins une option",
  answerInvalid: "Cette réponse ne convient pas à la question",
  optionUnknown: "Cette réponse ne fait pas partie des choix proposés",
  emailInvalid: withExample("Adresse email invalide", "prenom@exemple.fr"),
} as const;
