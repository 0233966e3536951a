import { useEffect } from "react";

/** Pressed alone, outside fields and dialogs, N begins a new message. */
export function useNewKey(begin: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "n" || event.defaultPrevented || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target))
        return;
      if (document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      begin();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [begin]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
