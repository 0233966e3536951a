import {
  Anchor,
  Button,
  Card,
  Group,
  type OptionsFilter,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { type FormEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import type { JournalEntry } from "#contract/journal.schema.ts";
import { type JournalAction, journalActionKeys, journalActions } from "#contract/journal.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { EmptyState, EmptyStateLink, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { MoreButton } from "#web/admin/ui/more-button.tsx";
import { type PrefetchScreen, useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { RefreshButton } from "#web/admin/ui/refresh-button.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { matchesText } from "#web/admin/ui/search-text.ts";
import { useAddress } from "#web/admin/ui/use-address.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { type JournalFilters, journalAddress, journalQuery } from "./journal.api.ts";
import classes from "./journal.module.css";
import { actionLabel, actorLabel, describeDetails, shortReference, subjectLink } from "./journal-texts.ts";

const noFilters = { action: "", actor: "", from: "", to: "" } as const;

export const prefetch: PrefetchScreen = ({ prefetchList }) => prefetchList(journalQuery(noFilters));

export default function JournalScreen() {
  const { state: filters, change: setFilters } = useAddress(journalAddress);
  const journal = useEagerInfiniteQuery(journalQuery(filters));
  const entries = journal.data?.pages.flatMap(({ items }) => items) ?? [];
  const filtered = Object.values(filters).some((value) => value !== "");

  return (
    <>
      <ScreenHeader title="Journal" actions={<RefreshButton />}>
        Qui a fait quoi, et quand. Chaque entrée reste {privacyPeriods.journalMonths} mois, avec l’adresse de
        son auteur, même si son compte est supprimé.
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
            <MoreButton list={journal} />
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
  // The back button and cleared filters change the address without this form.
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

/** On narrow screens the action comes first, with time and author below it in one line. */
export function JournalTable({ entries }: { entries: JournalEntry[] }) {
  return (
    <Card withBorder padding={0}>
      <DataTable
        folds
        caption="Entrées du journal, les plus récentes d’abord"
        head={
          <>
            <ColumnHeader>Date</ColumnHeader>
            <ColumnHeader>Auteur</ColumnHeader>
            <ColumnHeader>Action</ColumnHeader>
            <ColumnHeader>Détails</ColumnHeader>
          </>
        }
      >
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </DataTable>
    </Card>
  );
}

function EntryRow({ entry }: { entry: JournalEntry }) {
  const link = subjectLink(entry);
  return (
    <tr>
      <td data-beside className={classes.date}>
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </td>
      <td data-beside>{actorLabel(entry.actor)}</td>
      <RowHeader>{actionLabel(entry.action)}</RowHeader>
      <td>
        {describeDetails(entry.details).map((detail) => (
          <Text key={detail} size="sm">
            {detail}
          </Text>
        ))}
        {entry.subject && (
          <Text size="xs" c="dimmed" title={entry.subject}>
            {link && (
              <>
                <Anchor component={Link} to={link.address} inherit className={classes.link ?? ""}>
                  {link.label}
                </Anchor>{" "}
              </>
            )}
            {shortReference(entry.subject)}
          </Text>
        )}
      </td>
    </tr>
  );
}
