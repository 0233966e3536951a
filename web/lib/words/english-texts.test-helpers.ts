import { brand } from "#contract/brand.ts";

/** Every English text of the screens that the specification quotes, with the French meaning that is shown beside it. */
export const englishTexts: Record<string, string> = {
  [brand.tagline]: "L’application française n° 1 d’inspiration vestimentaire",
  "I want to sign up": "Je veux m’inscrire",
  "Join the beta": "Rejoindre la bêta",
  "Processing...": "Envoi en cours",
  "Admin space": "Espace d’administration",
  "access reserved to administrators": "accès réservé aux administrateurs",
  "first start? you must configure an admin account":
    "Premier démarrage ? Créez d’abord un compte d’administrateur.",
  "Admin Setup": "Créer le premier utilisateur administrateur",
  "Failed to create admin user": "le compte n’a pas pu être créé",
  "Failed to setup first admin": "le premier compte n’a pas pu être créé",
  "An unexpected error occurred": "une erreur inattendue est survenue",
  "Enter link URL:": "Adresse du lien",
  "Unexpected Application Error!": "Cette page n’a pas pu s’afficher.",
};
