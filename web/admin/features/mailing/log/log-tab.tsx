import { Button, Group, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconMailOff } from "@tabler/icons-react";
import { useMemo } from "react";
import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import { MessageDialog } from "#web/admin/mail-kit/message/message-dialog.tsx";
import { useAddress } from "#web/admin/ui/address/use-address.ts";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { EmptyStateLink } from "#web/admin/ui/empty-state-link.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { useEagerInfiniteQuery } from "#web/admin/ui/use-eager-query.ts";
import { ShownError } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { emailLogQuery } from "./log.api.ts";
import { logAddress } from "./log-address.ts";
import { LogCards } from "./log-cards.tsx";
import { LogTable } from "./log-table.tsx";
import { LogToolbar } from "./log-toolbar.tsx";
import { ResendBar } from "./resend-bar.tsx";
import { useFailedSelection } from "./use-failed-selection.ts";
import { WaitingNote } from "./waiting-note.tsx";

export function LogTab() {
  const { state, change } = useAddress(logAddress);
  const { entry, ...filter } = state;
  const log = useEagerInfiniteQuery(emailLogQuery(filter));
  const entries = useMemo(() => log.data?.pages.flatMap(({ items }) => items) ?? [], [log.data]);
  const selection = useFailedSelection(entries);
  const narrow = useMediaQuery("(max-width: 60em)", undefined, { getInitialValueInEffect: false });
  const Rows = narrow ? LogCards : LogTable;
  const filtered = filter.search !== "" || filter.status !== "all";

  return (
    <Stack>
      <WaitingNote />
      <LogToolbar filter={filter} onChange={change} />
      <ResendBar selection={selection} />
      {log.isError && (
        <ErrorAlert error={new ShownError(mailingTexts.loadFailed)} onRetry={() => void log.refetch()} />
      )}
      {log.isPending && <LoadingText>Chargement de l’historique…</LoadingText>}
      {log.isSuccess && entries.length === 0 && (
        <NoEntries filtered={filtered} onReset={() => change({ search: "", status: "all" })} />
      )}
      {entries.length > 0 && (
        <>
          <Rows entries={entries} selection={selection} onOpen={(id) => change({ entry: id })} />
          <Group justify="space-between" className="tabular">
            <Text size="sm" c="dimmed" role="status">
              {formatCount(entries.length, "e-mail affiché", "e-mails affichés")}
            </Text>
            {log.hasNextPage && (
              <SavingButton
                variant="default"
                loading={log.isFetchingNextPage}
                onClick={() => void log.fetchNextPage()}
              >
                Afficher plus
              </SavingButton>
            )}
          </Group>
        </>
      )}
      <MessageDialog id={entry} onClose={() => change({ entry: null }, { replace: true })} />
    </Stack>
  );
}

function NoEntries({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (!filtered) {
    return (
      <EmptyState
        icon={IconMailOff}
        title="Aucun e-mail pour le moment"
        action={<EmptyStateLink screen="email-sender">Écrire aux inscrits</EmptyStateLink>}
      >
        Chaque e-mail envoyé depuis cet espace, ou de lui-même, apparaîtra ici.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconMailOff}
      title="Aucun e-mail ne correspond"
      action={
        <Button variant="default" onClick={onReset}>
          Voir tous les e-mails
        </Button>
      }
    />
  );
}
