import { useQueryString } from "#web/admin/ui/use-query-string.ts";

export const mailingTabs = [
  { value: "settings", label: "Paramètres" },
  { value: "templates", label: "Modèles d'emails" },
  { value: "log", label: "Historique" },
] as const;
export type MailingTab = (typeof mailingTabs)[number]["value"];

/** The tab, kept in the address; another tab starts without the parameters of this one. */
export function useMailingTab() {
  const { query, change } = useQueryString();
  const tab = mailingTabs.find(({ value }) => value === query.get("tab"))?.value ?? "settings";
  const setTab = (next: MailingTab) =>
    change(() => new URLSearchParams(next === "settings" ? {} : { tab: next }));
  return { tab, setTab };
}
