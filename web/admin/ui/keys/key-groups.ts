/** `on`: by `KeyboardEvent.key`, letters in lower case. */
type Key = { on: readonly string[]; does: string };
export type KeyGroup = { title: string; keys: Readonly<Record<string, Key>> };

/** What opens the palette: on a Mac with its own key, though the other works there as well. */
const onMac = typeof navigator !== "undefined" && navigator.platform.startsWith("Mac");
export const paletteKey = onMac
  ? { name: "⌘K", shortcut: "Meta+K" }
  : { name: "Ctrl K", shortcut: "Control+K" };

export const everywhereKeys = {
  title: "Partout",
  keys: {
    palette: { on: [paletteKey.name], does: "Aller à un écran ou à une inscription" },
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

/** Moves what holds the focus; the list and its dialog listen themselves. */
const questionnaireKeys = {
  title: "Questionnaire",
  keys: {
    up: { on: ["Alt ArrowUp"], does: "Monter la question ou l’option" },
    down: { on: ["Alt ArrowDown"], does: "Descendre la question ou l’option" },
  },
} as const satisfies KeyGroup;

/** Charts listen to them themselves. */
const chartKeys = {
  title: "Graphique des statistiques",
  keys: {
    next: { on: ["ArrowRight"], does: "Point suivant" },
    previous: { on: ["ArrowLeft"], does: "Point précédent" },
    first: { on: ["Home"], does: "Premier point" },
    last: { on: ["End"], does: "Dernier point" },
  },
} as const satisfies KeyGroup;

/** Every key of the back office: what '?' and the page 'Aide' tell. The palette tells those that act where it was opened. */
export const keyGroups: readonly KeyGroup[] = [
  everywhereKeys,
  listKeys,
  openedKeys,
  campaignsKeys,
  questionnaireKeys,
  chartKeys,
];

const names: Record<string, string> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowRight: "→",
  ArrowLeft: "←",
  Enter: "Entrée",
  Escape: "Échap",
  Home: "Origine",
  End: "Fin",
};

/** "J ou ↓", "Alt ↑"; without single characters "↓". Empty when none is left. */
export function keyNames({ on }: Pick<Key, "on">, { singleKeys = true } = {}): string {
  const shown = on.filter((key) => singleKeys || key.length > 1);
  return shown.map((keys) => keys.split(" ").map(keyName).join(" ")).join(" ou ");
}

function keyName(key: string): string {
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
