import { useQueryString } from "#web/admin/ui/use-query-string.ts";

export const emailTabs = [
  { value: "settings", label: "Paramètres" },
  { value: "templates", label: "Modèles d'emails" },
  { value: "log", label: "Historique" },
] as const;
export type EmailTab = (typeof emailTabs)[number]["value"];

/** The tab, kept in the address; another tab starts without the parameters of this one. */
export function useEmailTab() {
  const { query, change } = useQueryString();
  const tab = emailTabs.find(({ value }) => value === query.get("tab"))?.value ?? "settings";
  const setTab = (next: EmailTab) =>
    change(() => new URLSearchParams(next === "settings" ? {} : { tab: next }));
  return { tab, setTab };
}
