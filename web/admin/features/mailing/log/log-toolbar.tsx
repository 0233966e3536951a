import { Group, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type EmailStatus, emailStatuses } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { ChoiceStrip } from "#web/admin/ui/choice-strip.tsx";
import { useSearchText } from "#web/admin/ui/use-search-text.ts";
import type { LogFilter } from "./log-address.ts";

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

type Props = {
  filter: LogFilter;
  onChange: (change: Partial<LogFilter>, options?: { replace?: boolean }) => void;
};

export function LogToolbar({ filter, onChange }: Props) {
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
