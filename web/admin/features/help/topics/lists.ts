import { limits } from "#contract/limits.ts";
import type { HelpTopic } from "./topic.ts";

export const listsTopic: HelpTopic = {
  id: "lists",
  title: "Listes et fiches",
  words: "vues filtres colonnes recherche trier rectifier corriger supprimer export CSV",
  entries: [
    {
      term: "Vues",
      text: `Une vue garde sous un nom ce que montre la liste : filtres, colonnes, ordre. Elle est à vous seul ; ${limits.viewsMax} par liste au maximum.`,
    },
    {
      term: "Rectifier",
      text: "Corrige, dans une inscription ouverte, ce que la personne a donné d’elle. Le journal en garde la trace.",
    },
    {
      term: "Supprimer",
      text: "Retire l’inscription et ses réponses.",
    },
    {
      term: "Exporter",
      text: "Un fichier CSV de ce que la liste filtre. L’export laisse une trace au journal.",
    },
  ],
  screen: { path: "signups", label: "Ouvrir les inscriptions utilisateurs" },
};
