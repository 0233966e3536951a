/** Refusals of a sign-up that only the server can decide. */
export const signupRefusals = {
  emailRefused: "Ce domaine n’accepte aucun e-mail. Indiquez une autre adresse.",
  emailDomainUnreachable:
    "Vérifiez l’adresse : ce domaine ne semble pas recevoir d’e-mails. Si elle est exacte, envoyez à nouveau votre demande.",
  duplicateEmail: "Cette adresse email est déjà inscrite à la bêta.",
  addressSettled: "L’adresse ne peut plus être corrigée ici. Passez par la page Mes données.",
  notOpenYet: "Les inscriptions ouvrent bientôt",
  keyReused: "Cette demande a déjà été envoyée avec d’autres informations.",
} as const;
