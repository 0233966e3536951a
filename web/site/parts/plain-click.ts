type Keys = Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** A click that asks for nothing but to go there; one with a key asks the browser for another tab, a window or a download. */
export function isPlainClick(event: Keys): boolean {
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
