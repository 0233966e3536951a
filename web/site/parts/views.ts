/** What the home page can show in place of itself, and the page of its own that says the same without JavaScript. */
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
