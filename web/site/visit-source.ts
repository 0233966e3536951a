import type { Audience } from "#contract/audience.ts";
import {
  directSource,
  type PassageStep,
  passagesPath,
  sourceOfVisit,
  sourceQuery,
} from "#contract/sources.ts";

/** The source of the visit, which links, forms and requests pass on. The browser stores nothing. */
export function visitSource(): string {
  return sourceQuery(sourceOfVisit(location.href, document.referrer, navigator.userAgent));
}

/** Adds the source to the links to other pages of this site. */
export function carrySource(root: ParentNode): void {
  const source = visitSource();
  if (source === sourceQuery(directSource)) return;
  for (const link of root.querySelectorAll('a[href^="/"]:not([href*="utm_source="])')) {
    const href = link.getAttribute("href") ?? "";
    link.setAttribute("href", href.replace(/(?=#)|$/, `${href.includes("?") ? "&" : "?"}${source}`));
  }
}

const counted = new Set<PassageStep>();

/** Counts a step of the visit once per page load, without data about the visitor. */
export function countPassage(step: PassageStep, audience?: Audience): void {
  if (counted.has(step)) return;
  counted.add(step);
  const body = JSON.stringify({ step, audience, source: visitSource() });
  navigator.sendBeacon?.(passagesPath, new Blob([body], { type: "application/json" }));
}

/** Resets the counted steps, for tests, in which many pages share one module. */
export function forgetPassages(): void {
  counted.clear();
}
