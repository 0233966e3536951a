import { CloseButton, Group, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { memo } from "react";
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { SignupList } from "#contract/signup.schema.ts";
import { audienceTexts } from "#web/admin/features/signups/audience-texts.ts";
import type { ListFilters, ListParams } from "#web/admin/features/signups/list-params.ts";
import { ViewsMenu } from "#web/admin/features/signups/views/views-menu.tsx";
import { ChoiceStrip } from "#web/admin/ui/choice-strip.tsx";
import { useSearchText } from "#web/admin/ui/use-search-text.ts";
import { AnswerFilter } from "./answer-filter.tsx";
import { DisplayMenu } from "./display-menu.tsx";
import { statusChoices } from "./status-choices.ts";

type Props = {
  audience: Audience;
  filters: ListFilters;
  counts: SignupList["counts"];
  onChange: (change: Partial<ListParams>, options?: { replace?: boolean }) => void;
};

export const SignupsToolbar = memo(function SignupsToolbar({ audience, filters, counts, onChange }: Props) {
  return (
    <>
      <Group justify="space-between" gap="sm" mb="sm">
        <ChoiceStrip
          label="Filtrer par statut"
          choices={statusChoices.map((choice) => ({ ...choice, count: counts?.[choice.value] }))}
          value={filters.status}
          onChange={(status) => onChange({ status })}
        />
        <SearchField
          label={audienceTexts[audience].search}
          value={filters.search}
          onSearch={(search) => onChange({ search }, { replace: true })}
        />
      </Group>
      <Group gap="sm" mb="xs">
        <AnswerFilter
          audience={audience}
          value={filters.answer}
          onChange={(answer) => onChange({ answer })}
        />
        <DisplayMenu
          audience={audience}
          value={filters.columns}
          onChange={(columns) => onChange({ columns }, { replace: true })}
        />
        <ViewsMenu audience={audience} />
      </Group>
    </>
  );
});

type SearchProps = { label: string; value: string; onSearch: (text: string) => void };

function SearchField({ label, value, onSearch }: SearchProps) {
  const { text, edit, clear } = useSearchText(value, onSearch);
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={`Rechercher : ${label}`}
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
