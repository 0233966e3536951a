import { Tabs } from "@mantine/core";
import { IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { useIsFetching } from "@tanstack/react-query";
import { holdQuery } from "#web/admin/mail-kit/hold/hold.api.ts";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { emailSettingsQuery } from "#web/admin/mail-kit/mail-settings.api.ts";
import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { DomainTab } from "./domain/domain-tab.tsx";
import { BatchReport } from "./log/batch-report.tsx";
import { useProcessPending } from "./log/log.api.ts";
import { LogTab } from "./log/log-tab.tsx";
import { useRefreshEmails } from "./mailing.api.ts";
import { mailboxStatusQuery } from "./settings/settings.api.ts";
import { SettingsTab } from "./settings/settings-tab.tsx";
import { TemplatesTab } from "./templates/templates-tab.tsx";
import { type MailingTab, mailingTabs, useMailingTab } from "./use-mailing-tab.ts";

const panels: Record<MailingTab, () => React.ReactNode> = {
  settings: SettingsTab,
  domain: DomainTab,
  templates: TemplatesTab,
  log: LogTab,
};

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => {
  prefetchQuery(emailSettingsQuery);
  prefetchQuery(holdQuery);
  prefetchQuery(mailboxStatusQuery);
};

export default function MailingScreen() {
  const { tab, setTab } = useMailingTab();
  const process = useProcessPending();
  const refresh = useRefreshEmails();
  const fetching = useIsFetching({ queryKey: ["email"] }) > 0;
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
            <SavingButton
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={fetching}
              onClick={() => void refresh()}
            >
              Actualiser
            </SavingButton>
          </>
        }
      >
        L’expéditeur et la façon d’envoyer, son domaine, les modèles, et tout ce qui est parti.
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
