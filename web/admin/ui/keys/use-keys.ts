import { useEffect, useRef } from "react";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

/** What each key does, by `KeyboardEvent.key`; letters in lower case. False: the key was not meant, and does what it always does. */
type KeyActions = Record<string, (event: KeyboardEvent) => unknown>;

type Options = {
  /** The dialog that the keys belong to, as a selector; without it they rest while any is open. */
  within?: string;
  enabled?: boolean;
};

/**
 * Keys that act when pressed alone: never while typing, with a modifier or by auto-repeat. Single characters rest when their
 * owner has switched them off (WCAG 2.1.4); arrows and other named keys stay.
 */
export function useKeys(actions: KeyActions, { within, enabled = true }: Options = {}): void {
  const { singleKeys } = useCurrentAdmin().preferences;
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const action = latest.current[key];
      if (!action || !isPressedAlone(event) || (key.length === 1 && !singleKeys)) return;
      if (isElsewhere(event.target, within)) return;
      if (action(event) !== false) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [enabled, within, singleKeys]);
}

function isPressedAlone(event: KeyboardEvent): boolean {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  return !modified && !event.repeat && !event.isComposing && !event.defaultPrevented;
}

const fields =
  "input:not([type=checkbox], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false])";
const ownArrows = "[role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=slider]";

/** Typing, moving within a control that has keys of its own, or outside of what the keys belong to. */
function isElsewhere(target: EventTarget | null, within: string | undefined): boolean {
  if (!(target instanceof Element) || target.closest(`${fields}, ${ownArrows}`)) return true;
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  if (within === undefined) return dialogs.length > 0;
  // Where nothing holds the focus, the one dialog that is open is meant.
  const lost = target === document.body && dialogs.length === 1;
  return target.closest(within) === null && !(lost && document.querySelector(within));
}
