import type { MouseEvent } from "react";

/** A click that opens in another tab or saves as: the browser's affair. */
export function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
