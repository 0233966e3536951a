import { stateVerdictLabels } from "#contract/state.ts";
import type { HelpTopic } from "./topic.ts";

export const serverStates: HelpTopic = {
  id: "server-states",
  title: "État du serveur et sauvegardes",
  words: "verdict sauvegarde restauration backup disque base de données",
  entries: [
    { term: stateVerdictLabels.ok, text: "Rien à faire." },
    {
      term: stateVerdictLabels.error,
      text: "Quelque chose manque ou ne va plus ; la ligne dit quoi faire. Le plus urgent, en rouge, se lit aussi sur le tableau de bord.",
    },
    { term: stateVerdictLabels.unknown, text: "Cela n’a pas pu être vérifié." },
    { term: "Automatique", text: "Sauvegarde faite d’elle-même, à l’heure réglée." },
    { term: "À la demande", text: "Sauvegarde faite avec « Sauvegarder maintenant »." },
    {
      term: "Avant mise à jour",
      text: "Sauvegarde faite avant qu’une nouvelle version change la base de données.",
    },
    {
      term: "Échec",
      text: "Cette sauvegarde n’a pas abouti ; la raison est à côté.",
    },
  ],
};
