import { Button, Group, type OptionsFilter, Select, Stack, TextInput } from "@mantine/core";
import { IconHistory, IconRefresh } from "@tabler/icons-react";
import { type FormEvent, useEffect, useState } from "react";
import { type JournalAction, journalActionKeys, journalActions } from "#contract/journal.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { EmptyState, EmptyStateLink, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { matchesText } from "#web/admin/ui/search-text.ts";
import { useAddress } from "#web/admin/ui/use-address.ts";
import { journalQuery } from "./journal.api.ts";
import classes from "./journal.module.css";
import { type JournalFilters, journalAddress } from "./journal-address.ts";
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

type JournalFilterBarProps = { filters: JournalFilters; onChange: (next: Partial<JournalFilters>) => void };

const actions = journalActionKeys.map((value) => ({ value, label: journalActions[value] }));
const matchingActions: OptionsFilter = ({ options, search }) =>
  options.filter((option) => "label" in option && matchesText(option.label, search));

export function JournalFilterBar({ filters, onChange }: JournalFilterBarProps) {
  const [draft, setDraft] = useState(filters);
  // The address may change by itself: back button, cleared filters.
  useEffect(() => setDraft(filters), [filters]);
  const edit = (next: Partial<JournalFilters>) => setDraft((current) => ({ ...current, ...next }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ ...draft, actor: draft.actor.trim() });
  };
  return (
    <form onSubmit={submit} aria-label="Filtrer le journal">
      <div className={classes.filters}>
        <Select
          label="Action"
          className={classes.wide ?? ""}
          placeholder="Toutes"
          searchable
          filter={matchingActions}
          clearable
          clearButtonProps={{ "aria-label": "Toutes les actions" }}
          nothingFoundMessage="Aucune action de ce nom"
          data={actions}
          value={draft.action || null}
          onChange={(value) => edit({ action: (value ?? "") as JournalAction | "" })}
        />
        <TextInput
          label="Auteur"
          className={classes.wide ?? ""}
          placeholder="adresse e-mail"
          value={draft.actor}
          onChange={(event) => edit({ actor: event.currentTarget.value })}
        />
        <TextInput
          label="Du"
          type="date"
          value={draft.from}
          {...(draft.to && { max: draft.to })}
          onChange={(event) => edit({ from: event.currentTarget.value })}
        />
        <TextInput
          label="Au"
          type="date"
          value={draft.to}
          {...(draft.from && { min: draft.from })}
          onChange={(event) => edit({ to: event.currentTarget.value })}
        />
        <Button type="submit" className={classes.wide ?? ""}>
          Filtrer
        </Button>
      </div>
    </form>
  );
}
