import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconMailOff, IconSearch } from "@tabler/icons-react";
import { useMemo } from "react";
import { type EmailStatus, emailStatuses } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import { MessageDialog } from "#web/admin/mail-kit/message/message-dialog.tsx";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { EmptyState, EmptyStateLink, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { MoreButton } from "#web/admin/ui/more-button.tsx";
import { useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { useSearchText } from "#web/admin/ui/search-text.ts";
import { useAddress } from "#web/admin/ui/use-address.ts";
import { ShownError } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { emailLogQuery, type LogFilter, logAddress } from "./log.api.ts";
import { LogCards, LogTable, WaitingNote } from "./log-table.tsx";
import { ResendBar, useFailedSelection } from "./resend-bar.tsx";

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
            {log.hasNextPage && <MoreButton list={log} />}
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
        Chaque e-mail, envoyé à la main ou automatiquement, apparaîtra ici.
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

const pluralLabels: Record<EmailStatus, string> = {
  pending: "En attente",
  sent: "Envoyés",
  failed: "Échecs",
  cancelled: "Annulés",
  skipped: "Non envoyés",
};
const choices: { value: LogFilter["status"]; label: string }[] = [
  { value: "all", label: "Tous" },
  ...emailStatuses.map((value) => ({ value, label: pluralLabels[value] })),
];

type LogToolbarProps = {
  filter: LogFilter;
  onChange: (change: Partial<LogFilter>, options?: { replace?: boolean }) => void;
};

function LogToolbar({ filter, onChange }: LogToolbarProps) {
  return (
    <Group justify="space-between" gap="sm">
      <ChoiceStrip
        label="Filtrer par statut"
        choices={choices}
        value={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <LogSearch value={filter.search} onSearch={(search) => onChange({ search }, { replace: true })} />
    </Group>
  );
}

function LogSearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { text, edit } = useSearchText(value, onSearch);
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label="Rechercher dans l’historique"
      placeholder="Destinataire ou objet"
      w={{ base: "100%", sm: 320 }}
      maxLength={limits.searchMax}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => edit(currentTarget.value)}
    />
  );
}
