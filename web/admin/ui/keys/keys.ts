import { type MouseEvent, useEffect, useRef } from "react";
import { useCurrentAdmin } from "../session.api.ts";

/** `on`: values of `KeyboardEvent.key`, with letters in lower case. */
type Key = { on: readonly string[]; does: string };
export type KeyGroup = { title: string; keys: Readonly<Record<string, Key>> };

/** The shown key of the palette. A Mac shows ⌘K, although Ctrl K works there too. */
const onMac = typeof navigator !== "undefined" && navigator.platform.startsWith("Mac");
export const paletteKey = onMac
  ? { name: "⌘K", shortcut: "Meta+K" }
  : { name: "Ctrl K", shortcut: "Control+K" };

export const everywhereKeys = {
  title: "Partout",
  keys: {
    palette: { on: [paletteKey.name], does: "Aller à un écran ou à une inscription" },
    undo: { on: ["F8"], does: "Aller à l’annulation proposée, sinon au dernier message" },
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

/** The keys that move the focused question or option. The list and its form handle them. */
const questionnaireKeys = {
  title: "Questionnaire",
  keys: {
    up: { on: ["Alt ArrowUp"], does: "Monter la question ou l’option" },
    down: { on: ["Alt ArrowDown"], does: "Descendre la question ou l’option" },
  },
} as const satisfies KeyGroup;

/** The keys of charts, which the charts handle. */
const chartKeys = {
  title: "Graphique des statistiques",
  keys: {
    next: { on: ["ArrowRight"], does: "Point suivant" },
    previous: { on: ["ArrowLeft"], does: "Point précédent" },
    first: { on: ["Home"], does: "Premier point" },
    last: { on: ["End"], does: "Dernier point" },
  },
} as const satisfies KeyGroup;

/** Every key of the back office, as listed by '?' and the page 'Aide'. The palette lists the keys that act where it was opened. */
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

/** "J ou ↓", "Alt ↑"; without single characters "↓". Empty when no key is left. */
export function keyNames({ on }: Pick<Key, "on">, { singleKeys = true } = {}): string {
  const shown = on.filter((key) => singleKeys || key.length > 1);
  return shown.map((keys) => keys.split(" ").map(keyName).join(" ")).join(" ou ");
}

function keyName(key: string): string {
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** Returns false to leave the key to the browser. Called without an event when the palette runs the command. */
type Act = (event?: KeyboardEvent) => unknown;
/** `offered` returns whether the key can act now, or the name of the person on whom it acts. */
type KeyAction = Act | { act: Act; offered: () => string | boolean };
type Actions = Readonly<Record<string, KeyAction | undefined>>;

type Options = {
  /** A selector of the dialog to which the keys belong. Without it the keys do nothing while a dialog is open. */
  within?: string;
  enabled?: boolean;
};

type Registration = { group: KeyGroup; within: string | undefined; actions: { current: Actions } };
const registered = new Set<Registration>();

/**
 * Registers keys that act when pressed alone: not while typing, with a modifier or by auto-repeat. An admin can switch off
 * single characters (WCAG 2.1.4), but not arrows and other named keys. The palette offers the same commands.
 */
export function useKeys<Group extends KeyGroup>(
  group: Group,
  actions: { [Name in keyof Group["keys"]]?: KeyAction },
  { within, enabled = true }: Options = {},
): void {
  const { singleKeys } = useCurrentAdmin().preferences;
  const latest = useRef<Actions>(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const action = actionOf(group, latest.current, key);
      if (!action || !isPressedAlone(event) || (key.length === 1 && !singleKeys)) return;
      if (isTyping(event.target) || isElsewhere(event.target, within)) return;
      if (actOf(action)(event) !== false) event.preventDefault();
    };
    const registration = { group, within, actions: latest };
    registered.add(registration);
    window.addEventListener("keydown", onKeyDown);
    return () => {
      registered.delete(registration);
      window.removeEventListener("keydown", onKeyDown);
    };
  }, [group, enabled, within, singleKeys]);
}

/** The command that a key would run at the current focus. */
export type KeyCommand = {
  group: KeyGroup;
  name: string;
  /** The name of the person on whom the command acts, if any. */
  about: string | undefined;
  act: () => void;
};

/** The commands that keys would run now, including those of single-letter keys that are switched off. */
export function findKeyCommands(): KeyCommand[] {
  return [...registered]
    .filter(({ within }) => !isElsewhere(document.activeElement, within))
    .flatMap((registration) =>
      Object.keys(registration.group.keys).flatMap((name) => commandOf(registration, name) ?? []),
    );
}

function commandOf(registration: Registration, name: string): KeyCommand | null {
  const { group, actions } = registration;
  const action = actions.current[name];
  if (!action) return null;
  const offered = typeof action === "function" || action.offered();
  if (offered === false) return null;
  const act = () => {
    const latest = actions.current[name];
    if (latest && registered.has(registration)) actOf(latest)();
  };
  return { group, name, about: offered === true ? undefined : offered, act };
}

function actionOf({ keys }: KeyGroup, actions: Actions, key: string): KeyAction | undefined {
  const found = Object.entries(keys).find(([name, { on }]) => on.includes(key) && actions[name]);
  return found && actions[found[0]];
}

function actOf(action: KeyAction): Act {
  return typeof action === "function" ? action : action.act;
}

function isPressedAlone(event: KeyboardEvent): boolean {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  return !modified && !event.repeat && !event.isComposing && !event.defaultPrevented;
}

const fields =
  "input:not([type=checkbox], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false])";
const ownArrows = "[role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=slider]";

/** True in a field, and inside a control that has its own keys. */
function isTyping(target: EventTarget | null): boolean {
  return !(target instanceof Element) || target.closest(`${fields}, ${ownArrows}`) !== null;
}

/** True outside the dialog to which the keys belong. For keys of the page, true while a dialog is open. */
function isElsewhere(target: EventTarget | null, within: string | undefined): boolean {
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  if (within === undefined) return dialogs.length > 0;
  if (!(target instanceof Element)) return true;
  // When no element has the focus, keys go to the only open dialog.
  const lost = target === document.body && dialogs.length === 1;
  return target.closest(within) === null && !(lost && document.querySelector(within));
}

/** True for a click that the browser handles, such as opening a new tab or saving the link. */
export function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
