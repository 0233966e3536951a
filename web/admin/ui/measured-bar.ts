import type { RefCallback } from "react";

/**
 * Stores the height of a sticky bar in a CSS variable of the element that scrolls under it. That element's `scroll-padding` keeps
 * the focused element from being hidden under the bar.
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
/** The bar under the header. */
export const topBar = measuredBar("--top-bar");
/** The bar of bulk actions, which replaces `topBar` under the header. */
export const bulkBar = measuredBar("--bulk-bar");
export const bottomBar = measuredBar("--bottom-bar");
