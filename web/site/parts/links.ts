import { brand } from "#contract/brand.ts";

/** What the home page can show in place of itself, and the separate page that says the same without JavaScript. */
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

/** A click that asks for nothing but to go there; one with a key asks the browser for another tab, a window or a download. */
export function isPlainClick(event: Keys): boolean {
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
