import { Stack } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { stateQuery } from "#web/admin/ui/state.api.ts";
import { backupsQuery } from "./backups.api.ts";
import { BackupsSection } from "./backups-section.tsx";
import { StatePanel } from "./state-panel.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => {
  prefetchQuery(stateQuery);
  prefetchQuery(backupsQuery);
};

/** How the installation is, as `tenue check` tells it in a shell. */
export default function StateScreen() {
  const state = useEagerQuery(stateQuery);
  return (
    <>
      <ScreenHeader
        title="État"
        actions={
          <SavingButton
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={state.isFetching}
            onClick={() => void state.refetch()}
          >
            Vérifier de nouveau
          </SavingButton>
        }
      >
        Ce qui va, ce qui est à corriger, et comment.
      </ScreenHeader>
      <Stack gap="lg">
        <ErrorAlert
          error={state.error}
          fallback="L’état de l’installation n’a pas pu être vérifié."
          onRetry={() => void state.refetch()}
        />
        {state.isPending && <LoadingText>Vérification en cours…</LoadingText>}
        {state.data && <StatePanel state={state.data} busy={state.isFetching} />}
        <BackupsSection />
      </Stack>
    </>
  );
}
