/** `on`: by `KeyboardEvent.key`, letters in lower case. */
type Key = { on: readonly string[]; does: string };
export type KeyGroup = { title: string; keys: Readonly<Record<string, Key>> };

export const everywhereKeys = {
  title: "Partout",
  keys: {
    palette: { on: ["Ctrl K"], does: "Aller à un écran ou à une inscription" },
    help: { on: ["?"], does: "Voir les raccourcis" },
    close: { on: ["Escape"], does: "Fermer le dialogue" },
  },
} as const satisfies KeyGroup;

export const listKeys = {
  title: "Liste des inscriptions",
  keys: {
    next: { on: ["j", "ArrowDown"], does: "Inscription suivante" },
    previous: { on: ["k", "ArrowUp"], does: "Inscription précédente" },
    open: { on: ["o", "Enter"], does: "Ouvrir l’inscription" },
    approve: { on: ["a"], does: "Approuver" },
    reject: { on: ["r"], does: "Rejeter" },
    select: { on: ["x"], does: "Sélectionner ou désélectionner" },
    undo: { on: ["z"], does: "Annuler la dernière décision, tant que c’est possible" },
  },
} as const satisfies KeyGroup;

export const openedKeys = {
  title: "Inscription ouverte",
  keys: {
    next: { on: ["j", "ArrowRight"], does: "Inscription suivante" },
    previous: { on: ["k", "ArrowLeft"], does: "Inscription précédente" },
    approve: { on: ["a"], does: "Approuver, puis passer à la suivante" },
    reject: { on: ["r"], does: "Rejeter, puis passer à la suivante" },
    undo: { on: ["z"], does: "Annuler la dernière décision, tant que c’est possible" },
  },
} as const satisfies KeyGroup;

export const campaignsKeys = {
  title: "E-mails en masse",
  keys: { begin: { on: ["n"], does: "Nouvel envoi" } },
} as const satisfies KeyGroup;

/** Every key of the back office: what '?' and the page 'Aide' tell. The palette tells those that act where it was opened. */
export const keyGroups: readonly KeyGroup[] = [everywhereKeys, listKeys, openedKeys, campaignsKeys];

const names: Record<string, string> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowRight: "→",
  ArrowLeft: "←",
  Enter: "Entrée",
  Escape: "Échap",
};

/** "J ou ↓"; without single characters "↓". Empty when none is left. */
export function keyNames({ on }: Pick<Key, "on">, { singleKeys = true } = {}): string {
  const told = on.filter((key) => singleKeys || key.length > 1);
  return told.map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key)).join(" ou ");
}
