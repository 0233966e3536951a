import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";

const controlSelector = "button[data-rich-text-editor-control]";

/**
 * Makes a toolbar one stop of the tab key (the control that had the focus last), with arrows, Home and End between its
 * controls. Those that are off are passed over. What opens out of a control keeps its own keys.
 */
export function useRovingFocus(toolbar: RefObject<HTMLElement | null>) {
  const last = useRef<HTMLElement | null>(null);

  const controls = () => [...(toolbar.current?.querySelectorAll<HTMLButtonElement>(controlSelector) ?? [])];

  const keepOneStop = () => {
    const usable = controls().filter(({ disabled }) => !disabled);
    const stop = usable.find((control) => control === last.current) ?? usable[0];
    for (const control of controls()) control.tabIndex = control === stop ? 0 : -1;
  };
  // After every rendering: which controls are off changes with each step of the cursor.
  useLayoutEffect(keepOneStop);

  return {
    onFocus({ target }: { target: EventTarget }) {
      if (!(target instanceof HTMLElement) || !target.matches(controlSelector)) return;
      last.current = target;
      keepOneStop();
    },
    onKeyDown(event: KeyboardEvent) {
      const usable = controls().filter(({ disabled }) => !disabled);
      const at = usable.indexOf(event.target as HTMLButtonElement);
      if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
      const next = nextIndex(event.key, at, usable.length);
      if (next === null) return;
      event.preventDefault();
      usable[next]?.focus();
    },
  };
}

function nextIndex(key: string, at: number, count: number): number | null {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
