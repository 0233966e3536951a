import type { RefCallback } from "react";

/**
 * Keeps the height of a bar that sticks to an edge in a CSS variable of what scrolls under it: its `scroll-padding` brings what
 * takes the focus clear of the bar.
 */
function measuredBar(variable: `--${string}`): RefCallback<HTMLElement> {
  return (bar) => {
    if (!bar) return;
    const { style } = bar.closest<HTMLElement>("[role=dialog]") ?? document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(variable, `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(variable);
    };
  };
}

export const headerBar = measuredBar("--header-bar");
/** Under the header. */
export const topBar = measuredBar("--top-bar");
/** Takes the place of the other one under the header. */
export const bulkBar = measuredBar("--bulk-bar");
export const bottomBar = measuredBar("--bottom-bar");
