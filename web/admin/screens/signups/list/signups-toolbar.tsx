import { CloseButton, Group, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { limits } from "#contract/limits.ts";
import type { ListParams } from "#web/admin/screens/signups/list-params.ts";
import { ChoiceStrip } from "#web/admin/ui/choice-strip.tsx";
import { useSearchText } from "#web/admin/ui/use-search-text.ts";

const statusChoices = [
  { value: "all", label: "Tous" },
  { value: "pending", label: "En attente" },
  { value: "approved", label: "Approuvés" },
  { value: "rejected", label: "Rejetés" },
] as const satisfies { value: ListParams["status"]; label: string }[];

type Props = {
  params: ListParams;
  searchLabel: string;
  onChange: (change: Partial<ListParams>, options?: { replace?: boolean }) => void;
};

export function SignupsToolbar({ params, searchLabel, onChange }: Props) {
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <ChoiceStrip
        label="Filtrer par statut"
        choices={statusChoices}
        value={params.status}
        onChange={(status) => onChange({ status })}
      />
      <SearchField
        label={searchLabel}
        value={params.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
    </Group>
  );
}

type SearchProps = { label: string; value: string; onSearch: (text: string) => void };

function SearchField({ label, value, onSearch }: SearchProps) {
  const { text, edit, clear } = useSearchText(value, onSearch);
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={`Rechercher : ${label}`}
      placeholder={label}
      w={{ base: "100%", sm: 320 }}
      maxLength={limits.searchMax}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton aria-label="Effacer la recherche" size="sm" onClick={clear} />}
      value={text}
      onChange={({ currentTarget }) => edit(currentTarget.value)}
    />
  );
}
