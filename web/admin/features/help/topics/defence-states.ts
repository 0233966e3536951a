import { type ShieldState, shieldStateLabels } from "#contract/shield.ts";
import type { HelpTopic } from "./topic.ts";

const meanings: Record<ShieldState, string> = {
  calm: "Rien n’est demandé aux visiteurs. C’est l’état ordinaire.",
  raised:
    "Beaucoup d’inscriptions à la minute : le navigateur de chaque visiteur fait un court calcul avant l’envoi, sans que personne ait rien à faire.",
  attack:
    "Bien plus encore : le calcul dure quelques secondes. Personne n’est refusé pour autant, et l’état redescend de lui-même.",
};

export const defenceStates: HelpTopic = {
  id: "defence",
  title: "Protection du formulaire",
  words: "défense bouclier robots spam état statut",
  entries: [
    ...Object.entries(meanings).map(([state, text]) => ({
      term: shieldStateLabels[state as ShieldState],
      text,
    })),
    {
      term: "Automatique",
      text: "Le réglage ordinaire : l’état suit les chiffres de la dernière minute. Un super administrateur peut en imposer un autre.",
    },
  ],
  screen: { path: "", label: "Ouvrir le tableau de bord" },
};
