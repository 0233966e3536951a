import { Tabs } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { z } from "zod";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { emailSettingsQuery, holdQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";
import { RefreshButton } from "#web/admin/ui/refresh-button.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useAddress, wordParameter } from "#web/admin/ui/use-address.ts";
import { DomainTab } from "./domain/domain-tab.tsx";
import { useProcessPending } from "./log/log.api.ts";
import { LogTab } from "./log/log-tab.tsx";
import { BatchReport } from "./log/resend-bar.tsx";
import { mailboxStatusQuery } from "./settings/settings.api.ts";
import { SettingsTab } from "./settings/settings-tab.tsx";
import { SuppressionsTab } from "./suppressions/suppressions-tab.tsx";
import { TemplatesTab } from "./templates/templates-tab.tsx";

const panels: Record<MailingTab, () => React.ReactNode> = {
  settings: SettingsTab,
  domain: DomainTab,
  templates: TemplatesTab,
  log: LogTab,
  suppressions: SuppressionsTab,
};

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => {
  prefetchQuery(emailSettingsQuery);
  prefetchQuery(holdQuery);
  prefetchQuery(mailboxStatusQuery);
};

export default function MailingScreen() {
  const { tab, setTab } = useMailingTab();
  const process = useProcessPending();
  const Panel = panels[tab];
  return (
    <>
      <ScreenHeader
        title="Gestion des Emails"
        actions={
          <>
            <SavingButton
              variant="default"
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              loading={process.isPending}
              onClick={() => process.mutate()}
            >
              Traiter emails en attente
            </SavingButton>
            <RefreshButton />
          </>
        }
      >
        L’expéditeur et la façon d’envoyer, son domaine, les modèles, tout ce qui est parti, et à qui on
        n’écrit plus.
      </ScreenHeader>
      <MailBanners />
      <BatchReport process={process} />
      <Tabs value={tab} onChange={(value) => value && setTab(value as MailingTab)} keepMounted={false}>
        <Tabs.List mb="lg" aria-label="Gestion des Emails">
          {mailingTabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {mailingTabs.map(({ value }) => (
          <Tabs.Panel key={value} value={value}>
            {value === tab && <Panel />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

export const mailingTabs = [
  { value: "settings", label: "Paramètres" },
  { value: "domain", label: "Domaine" },
  { value: "templates", label: "Modèles d'emails" },
  { value: "log", label: "Historique" },
  { value: "suppressions", label: "Adresses bloquées" },
] as const;
export type MailingTab = (typeof mailingTabs)[number]["value"];

const tabAddress = z.object({
  tab: wordParameter(
    mailingTabs.map(({ value }) => value),
    "settings",
  ),
});

/** The tab, kept in the address. A change of tab drops the parameters of the previous tab. */
export function useMailingTab() {
  const { state, restart } = useAddress(tabAddress);
  return { tab: state.tab, setTab: (tab: MailingTab) => restart({ tab }) };
}
