/** One key, as help and tooltips show it, and what it does. */
type Key = { keys: string; does: string };
export type KeyGroup = { title: string; keys: Key[] };

/** Every key of the back office: what '?', the page 'Aide' and the palette tell. */
export const keyGroups = [
  {
    title: "Partout",
    keys: [
      { keys: "Ctrl K", does: "Aller à un écran ou à une inscription" },
      { keys: "?", does: "Voir les raccourcis" },
      { keys: "Échap", does: "Fermer le dialogue" },
    ],
  },
  {
    title: "Liste des inscriptions",
    keys: [
      { keys: "J ou ↓", does: "Inscription suivante" },
      { keys: "K ou ↑", does: "Inscription précédente" },
      { keys: "O ou Entrée", does: "Ouvrir l’inscription" },
      { keys: "A", does: "Approuver" },
      { keys: "R", does: "Rejeter" },
      { keys: "X", does: "Sélectionner ou désélectionner" },
      { keys: "Z", does: "Annuler la dernière décision, tant que c’est possible" },
    ],
  },
  {
    title: "Inscription ouverte",
    keys: [
      { keys: "J ou →", does: "Inscription suivante" },
      { keys: "K ou ←", does: "Inscription précédente" },
      { keys: "A", does: "Approuver, puis passer à la suivante" },
      { keys: "R", does: "Rejeter, puis passer à la suivante" },
      { keys: "Z", does: "Annuler la dernière décision, tant que c’est possible" },
    ],
  },
  {
    title: "E-mails en masse",
    keys: [{ keys: "N", does: "Nouvel envoi" }],
  },
] as const satisfies KeyGroup[];
