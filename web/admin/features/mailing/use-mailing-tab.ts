import { z } from "zod";
import { wordParameter } from "#web/admin/ui/address/address.ts";
import { useAddress } from "#web/admin/ui/address/use-address.ts";

export const mailingTabs = [
  { value: "settings", label: "Paramètres" },
  { value: "domain", label: "Domaine" },
  { value: "templates", label: "Modèles d'emails" },
  { value: "log", label: "Historique" },
] as const;
export type MailingTab = (typeof mailingTabs)[number]["value"];

const tabAddress = z.object({
  tab: wordParameter(
    mailingTabs.map(({ value }) => value),
    "settings",
  ),
});

/** The tab, kept in the address; another tab starts without the parameters of this one. */
export function useMailingTab() {
  const { state, restart } = useAddress(tabAddress);
  return { tab: state.tab, setTab: (tab: MailingTab) => restart({ tab }) };
}
