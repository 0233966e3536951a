import { limits } from "#contract/limits.ts";
import type { HelpTopic } from "./topic.ts";

export const questionnaireTopic: HelpTopic = {
  id: "questionnaire",
  title: "Construire le questionnaire",
  words: "questions options ordre aperçu formulaire réponses",
  entries: [
    {
      term: "Aperçu",
      text: "Le formulaire tel que le voit une personne ou une marque, avec les questions actives. Vous pouvez le remplir, rien n’est envoyé.",
    },
    {
      term: "Ordre",
      text: "Les boutons fléchés, la poignée ou les touches Alt + ↑ et Alt + ↓ déplacent une question. Le formulaire suit l’ordre de la liste.",
    },
    {
      term: "Options",
      text: "Une par une, ou une liste collée : chaque virgule et chaque retour à la ligne en commence une autre.",
    },
    {
      term: "Désactiver",
      text: "La question n’est plus posée et quitte les statistiques ; ses réponses restent dans les inscriptions.",
    },
    {
      term: "Modifier",
      text: "Les réponses déjà données gardent leurs mots. Celles d’une option retirée ou renommée sont comptées à part.",
    },
    {
      term: "Supprimer",
      text: `Toutes les réponses à la question partent avec elle. La suppression se reprend pendant ${limits.undoMs / 1_000} secondes, puis elle est définitive.`,
    },
  ],
  picture: {
    name: "questionnaire",
    alt: "L’éditeur de questionnaire : en haut, les boutons « Aperçu » et « Ajouter », puis deux questions numérotées. Chacune a sa poignée, ses options, son type, son public, le nombre de ses réponses, un interrupteur « Active » et les boutons pour la monter, la descendre, la modifier, la dupliquer et la supprimer.",
    caption: "Tout se fait depuis la liste : l’interrupteur agit aussitôt, le crayon ouvre la question.",
  },
  screen: { path: "questionnaire", label: "Ouvrir le questionnaire" },
};
