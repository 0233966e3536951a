export const answerMessages = {
  answerRequired: "Ce champ est requis",
  optionRequired: "Veuillez sélectionner au moins une option",
  answerInvalid: "Cette réponse ne convient pas à la question",
  optionUnknown: "Cette réponse ne fait pas partie des choix proposés",
  emailInvalid: "Adresse email invalide",
} as const;
