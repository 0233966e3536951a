import type { HelpTopic } from "./topic.ts";

export const writingTopic: HelpTopic = {
  id: "writing",
  title: "Écrire aux inscrits",
  words: "message éditeur rédiger campagne variables modèle test programmer",
  entries: [
    {
      term: "Modèle",
      text: "« Partir d’un modèle » reprend son objet et son contenu. Ce que vous avez écrit n’est remplacé qu’avec votre accord.",
    },
    {
      term: "Variables",
      text: "Écrites entre accolades, elles sont remplacées pour chacun : nom ou marque, prénom, adresse e-mail, date du jour. Ce qui n’est pas connu reste vide.",
    },
    {
      term: "Aperçu et test",
      text: "Le message tel qu’il arrivera, rempli pour une personne inventée : à l’écran, ou envoyé à votre adresse avec « M’envoyer un test ».",
    },
    {
      term: "Vérifier",
      text: "Regarde l’objet, les liens, les images, la taille, les variables, la désinscription et le domaine. Une erreur empêche l’envoi ; une remarque demande votre accord.",
    },
    {
      term: "Envoyer plus tard",
      text: "À l’heure choisie, heure de Paris, à ceux qui correspondent alors aux filtres.",
    },
    { term: "Une fois", text: "Une adresse ne reçoit le message qu’une fois, même inscrite deux fois." },
  ],
  picture: {
    name: "writing",
    alt: "L’éditeur d’un message : l’objet, la barre de mise en forme, un texte qui commence par « Bonjour {{firstName}} » et, sous le texte, la liste des variables avec ce qu’elles veulent dire.",
    caption: "Le prénom de chacun prend la place de la variable au moment où son message part.",
  },
  screen: { path: "email-sender", label: "Ouvrir les envois en masse" },
};
