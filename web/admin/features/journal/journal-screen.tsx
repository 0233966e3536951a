import { Button, Group, Stack } from "@mantine/core";
import { IconHistory, IconRefresh } from "@tabler/icons-react";
import { useAddress } from "#web/admin/ui/address/use-address.ts";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { EmptyStateLink } from "#web/admin/ui/empty-state-link.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useEagerInfiniteQuery } from "#web/admin/ui/use-eager-query.ts";
import { journalQuery } from "./journal.api.ts";
import { journalAddress } from "./journal-address.ts";
import { JournalFilterBar } from "./journal-filter-bar.tsx";
import { JournalTable } from "./journal-table.tsx";

const noFilters = { action: "", actor: "", from: "", to: "" } as const;

export const prefetch: PrefetchScreen = ({ prefetchList }) => prefetchList(journalQuery(noFilters));

export default function JournalScreen() {
  const { state: filters, change: setFilters } = useAddress(journalAddress);
  const journal = useEagerInfiniteQuery(journalQuery(filters));
  const entries = journal.data?.pages.flatMap(({ items }) => items) ?? [];
  const filtered = Object.values(filters).some((value) => value !== "");

  return (
    <>
      <ScreenHeader
        title="Journal"
        actions={
          <SavingButton
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={journal.isFetching && !journal.isFetchingNextPage}
            onClick={() => void journal.refetch()}
          >
            Actualiser
          </SavingButton>
        }
      >
        Qui a fait quoi, et quand.
      </ScreenHeader>
      <Stack>
        <JournalFilterBar filters={filters} onChange={setFilters} />
        <ErrorAlert error={journal.error} onRetry={() => void journal.refetch()} />
        {journal.isPending && <LoadingText>Chargement du journal…</LoadingText>}
        {journal.isSuccess && entries.length === 0 && (
          <EmptyState
            icon={IconHistory}
            title={filtered ? "Aucune entrée ne correspond" : "Le journal est encore vide"}
            action={
              filtered ? (
                <Button variant="default" onClick={() => setFilters(noFilters)}>
                  Effacer les filtres
                </Button>
              ) : (
                <EmptyStateLink screen="signups">Voir les inscriptions</EmptyStateLink>
              )
            }
          >
            {!filtered && "Chaque décision, chaque réglage et chaque envoi s’y inscrit de lui-même."}
          </EmptyState>
        )}
        {entries.length > 0 && <JournalTable entries={entries} />}
        {journal.hasNextPage && (
          <Group justify="center">
            <SavingButton
              variant="default"
              loading={journal.isFetchingNextPage}
              onClick={() => void journal.fetchNextPage()}
            >
              Afficher plus
            </SavingButton>
          </Group>
        )}
      </Stack>
    </>
  );
}
