import { Button, Tabs } from "@mantine/core";
import { IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { useIsFetching } from "@tanstack/react-query";
import { useProcessPending, useRefreshEmails } from "#web/admin/mail-kit/email.api.ts";
import { SimulationBanner } from "#web/admin/mail-kit/simulation-banner.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { BatchReport } from "./batch-report.tsx";
import { LogTab } from "./log-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { TemplatesTab } from "./templates-tab.tsx";
import { type EmailTab, emailTabs, useEmailTab } from "./use-email-tab.ts";

const panels: Record<EmailTab, () => React.ReactNode> = {
  settings: SettingsTab,
  templates: TemplatesTab,
  log: LogTab,
};

export default function EmailsScreen() {
  const { tab, setTab } = useEmailTab();
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
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              loading={process.isPending}
              onClick={() => process.mutate()}
            >
              Traiter emails en attente
            </Button>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={fetching}
              onClick={() => void refresh()}
            >
              Actualiser
            </Button>
          </>
        }
      >
        L’expéditeur et la façon d’envoyer, les modèles, et tout ce qui est parti.
      </ScreenHeader>
      <SimulationBanner />
      <BatchReport process={process} />
      <Tabs value={tab} onChange={(value) => value && setTab(value as EmailTab)} keepMounted={false}>
        <Tabs.List mb="lg" aria-label="Gestion des Emails">
          {emailTabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {emailTabs.map(({ value }) => (
          <Tabs.Panel key={value} value={value}>
            {value === tab && <Panel />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
