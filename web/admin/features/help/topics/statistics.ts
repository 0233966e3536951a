import type { HelpTopic } from "./topic.ts";

export const statisticsTopic: HelpTopic = {
  id: "statistics",
  title: "Lire les statistiques",
  words: "graphiques courbe période comparaison image PNG taux",
  entries: [
    {
      term: "Période",
      text: "Elle change la courbe et le compteur « Période ». Les autres chiffres comptent tout depuis le début. Un jour va de minuit à minuit, heure de Paris.",
    },
    {
      term: "Comparaison",
      text: "Sous le compteur « Période » : autant de jours, juste avant. La période « Tout » n’a rien à quoi se comparer.",
    },
    {
      term: "Taux de réponse",
      text: "La part de ceux qui ont répondu à la question, parmi toutes les inscriptions du type choisi. Sous « Tous », celles à qui elle n’est pas posée comptent aussi.",
    },
    {
      term: "Au clavier",
      text: "Tabulation mène à un graphique, les flèches vont de point en point, Origine au premier, Fin au dernier. Ce que compte le point est écrit sous le graphique.",
    },
    {
      term: "Image",
      text: "« Enregistrer en PNG » garde un graphique avec son titre, ses dates, le type d’inscription et sa légende, dans les couleurs affichées.",
    },
  ],
  picture: {
    name: "statistics",
    alt: "Le graphique « Tendance des inscriptions » sur sept jours, avec trois courbes : total en trait plein, utilisateurs en tirets, marques en pointillés. Un jour est marqué d’un trait vertical, et ses chiffres sont écrits sous le graphique. En haut à droite, le bouton d’enregistrement en image.",
    caption: "Un jour atteint par les flèches : ses chiffres se lisent sous la courbe.",
  },
  screen: { path: "stats", label: "Ouvrir les statistiques" },
};
