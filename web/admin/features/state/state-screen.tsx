import { Stack } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { toDoQuery, useToDo } from "#web/admin/ui/to-do/to-do.api.ts";
import { ToDoList } from "#web/admin/ui/to-do/to-do-list.tsx";
import { BackupsSection } from "./backups-section.tsx";
import { backupsQuery, stateQuery } from "./state.api.ts";
import { StatePanel } from "./state-panel.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => {
  prefetchQuery(stateQuery);
  prefetchQuery(backupsQuery);
  prefetchQuery(toDoQuery);
};

/** The state of the installation, as `tenue check` prints it. */
export default function StateScreen() {
  const state = useEagerQuery(stateQuery);
  const { rows, ...toDo } = useToDo();
  const steps = rows.filter(({ level }) => level !== "fault" && level !== "notice");
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
        {state.data && <StatePanel state={state.data} busy={state.isFetching} failed={state.isError} />}
        <ErrorAlert {...toDo} fallback="Ce qui reste à faire n’a pas pu être chargé." />
        <ToDoList title="Ce qui reste à faire" rows={steps} />
        <BackupsSection />
      </Stack>
    </>
  );
}
