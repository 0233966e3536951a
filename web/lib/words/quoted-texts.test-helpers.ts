/**
 * Exact texts of the specification and the issues, with their original apostrophes, spaces and spelling. Values are
 * `{}`. Texts that already follow French typography are not listed.
 */
export const quotedTexts = [
  "Retour à l'accueil",
  "Merci pour votre inscription!",
  "L'email est requis",
  "Adresse email invalide",
  "Cette adresse email est déjà inscrite à la bêta.",
  "En envoyant ma demande, j'accepte les conditions et confirme avoir {} ans ou plus.",
  "J'accepte de recevoir par e-mail les actualités de Tenue. Je peux me désinscrire à tout moment.",
  "N'indiquez rien sur votre santé, votre religion ou vos opinions",
  "Ce n'est pas moi : effacer",
  "Ce lien n'est plus valable.",
  "C'est fait",
  "Vous recevez ce message car vous l'avez accepté.",
  "Vous recevez ce message car vous l'avez accepté le {}.",
  "Unexpected Application Error!",
  "Email non disponible",
  "Vous n'avez pas les droits d'administrateur nécessaires",
  "Vous n'avez pas les droits pour accéder à cette page",
  "Erreur d'authentification",
  "Une erreur s'est produite",
  "Une erreur s'est produite lors de la connexion",
  "Une erreur s'est produite lors du chargement des utilisateurs",
  "Erreur lors de la création de l'utilisateur",
  "Erreur lors de la suppression de l'utilisateur",
  "L'utilisateur {} a été créé avec succès",
  "Erreur lors de la suppression de l'inscription",
  "Une erreur est survenue lors de l'enregistrement de la question.",
  "Erreur lors de la suppression :",
  "Erreur lors de la réorganisation :",
  "Erreur lors de la modification du statut :",
  "Gestion des Emails",
  "Modèles d'emails",
  "Traiter emails en attente",
  "Erreur lors de l'enregistrement des paramètres",
  "Erreur lors de l'enregistrement du modèle",
  "La connexion n'a pas encore été testée",
  "Échec de la connexion: {}",
  "Échec de l'envoi: {}",
  "Échec de l'appel au script PHP: {}",
  "Une erreur est survenue lors du traitement des emails en attente.",
  "{} email(s) envoyé(s) avec succès, {} échec(s).",
  "Email simulé (pas d'envoi réel)",
  "Envoi d'emails en masse",
  "Aperçu de l'email",
  "Modifier l'email",
  "Envoi en cours...",
  "L'objet est requis",
  "Échec de l'envoi des emails",
  "Emails envoyés avec succès: {}. Échecs: {}.",
  "MODE SIMULATION: {} email(s) ont été marqués comme envoyés dans le journal, mais aucun email réel n'a été envoyé.",
  "Enter link URL:",
  "Envoyer un Email Individuel",
  "L'email du destinataire est requis",
  "Impossible de récupérer les paramètres d'email",
  "Une erreur s'est produite lors de l'envoi de l'email",
  "Échec de l'envoi de l'email",
  "L'email a été envoyé avec succès à {}.",
  "MODE SIMULATION: L'email à {} a été enregistré dans le journal, mais n'a PAS été réellement envoyé.",
  "{}: {} inscriptions",
  "Réponses: {} ({}%)",
];

/** The part of a quoted text to search for: without the placeholders at its start and end. */
export const keyOf = (text: string) => text.replace(/^(?:\{\}|\s)+|(?:\{\}|\s)+$/g, "");

const patterns = quotedTexts.map(
  (quoted) => new RegExp(keyOf(quoted).split("{}").map(RegExp.escape).join("[^:]*?"), "g"),
);

/** Removes quoted sentences, with any values, from the text of a page. */
export const withoutQuotedTexts = (text: string) =>
  patterns.reduce((rest, pattern) => rest.replaceAll(pattern, ""), text);
