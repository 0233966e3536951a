import { brand } from "#contract/brand.ts";

/** The views that can replace the home view, each with the page that shows the same text without JavaScript. */
export const otherViews = [
  { view: "privacy", label: "Politique de confidentialité", path: "/privacy" },
  { view: "terms", label: "Conditions d’utilisation", path: "/conditions" },
  { view: "contact", label: "Contact", path: "/contact" },
] as const;

export type OtherView = (typeof otherViews)[number]["view"];
export type View = "home" | OtherView;

export function isOtherView(value: unknown): value is OtherView {
  return otherViews.some(({ view }) => view === value);
}

export function pathOf(view: OtherView): string {
  return otherViews.find((other) => other.view === view)?.path ?? "/";
}

export const homeTitle = `${brand.name} : l’inspiration vestimentaire, en français`;

export function titleOf(view: View): string {
  const label = otherViews.find((other) => other.view === view)?.label;
  return label ? `${label} · ${brand.name}` : homeTitle;
}

type Keys = Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** True for a click without a modifier key, which would ask the browser for a tab, a window or a download. */
export function isPlainClick(event: Keys): boolean {
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
