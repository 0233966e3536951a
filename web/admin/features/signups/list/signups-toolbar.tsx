import { CloseButton, Group, Select, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, memo, Suspense } from "react";
import { type Audience, addresses } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { isChoice } from "#contract/questions/registry.ts";
import type { SignupList } from "#contract/signup-list.schema.ts";
import { invitationStates } from "#contract/waves.ts";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { questionsQuery } from "#web/admin/ui/questions.api.ts";
import { useSearchText } from "#web/admin/ui/search-text.ts";
import { SegmentsMenu } from "../segments/segments-menu.tsx";
import type { ListFilters, ListParams } from "../signups-address.ts";
import { audienceTexts, invitationFilterLabels } from "../signups-texts.ts";
import { DisplayMenu } from "./signups-header.tsx";
import { ViewsMenu } from "./views-menu.tsx";

const UnnamedSegment = lazy(() => import("../segments/unnamed-segment.tsx"));

type SignupsToolbarProps = {
  audience: Audience;
  filters: ListFilters;
  counts: SignupList["counts"];
  onChange: (change: Partial<ListParams>, options?: { replace?: boolean }) => void;
};

export const SignupsToolbar = memo(function SignupsToolbar({
  audience,
  filters,
  counts,
  onChange,
}: SignupsToolbarProps) {
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
        <InvitationFilter value={filters.invitation} onChange={(invitation) => onChange({ invitation })} />
        <DisplayMenu
          audience={audience}
          value={filters.columns}
          onChange={(columns) => onChange({ columns }, { replace: true })}
        />
        <SegmentsMenu
          audience={audience}
          value={filters.segment}
          onChange={(segment) => onChange({ segment })}
        />
        <ViewsMenu audience={audience} />
      </Group>
      {filters.conditions !== "" && (
        <Suspense fallback={null}>
          <UnnamedSegment audience={audience} filters={filters} onChange={onChange} />
        </Suspense>
      )}
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

type AnswerFilterProps = { audience: Audience; value: string; onChange: (answer: string) => void };

/** Filters by one option of one question. Absent when there is no choice question. */
function AnswerFilter({ audience, value, onChange }: AnswerFilterProps) {
  const questions = useQuery(questionsQuery).data?.items ?? [];
  const choices = questions.filter(
    ({ fieldType, targetType, options }) =>
      isChoice(fieldType) && addresses(targetType, audience) && options?.length,
  );
  const groups = choices.map(({ id, question, options }) => ({
    group: question,
    // The label contains the question, because many questions have an option 'Oui'. The closed field and the search use it.
    items: (options ?? []).map((option) => ({
      value: `${id}:${option}`,
      label: `${question}\u00a0: ${option}`,
    })),
  }));
  const isKnown = groups.some(({ items }) => items.some((item) => item.value === value));
  if (groups.length === 0 && value === "") return null;
  return (
    <Select
      aria-label="Filtrer par réponse"
      placeholder="Filtrer par réponse"
      size="xs"
      w={{ base: "100%", xs: 240 }}
      clearable
      searchable
      clearButtonProps={{ "aria-label": "Toutes les réponses" }}
      renderOption={({ option }) => answerOf(option.value)}
      nothingFoundMessage="Aucune réponse de ce nom"
      data={isKnown || value === "" ? groups : [...groups, { value, label: answerOf(value) }]}
      value={value || null}
      onChange={(answer) => onChange(answer ?? "")}
    />
  );
}

type InvitationFilterProps = {
  value: ListFilters["invitation"];
  onChange: (invitation: ListFilters["invitation"]) => void;
};

const invitationChoices = [
  { value: "any", label: invitationFilterLabels.any },
  { value: "none", label: invitationFilterLabels.none },
  ...invitationStates.map((value) => ({ value, label: invitationFilterLabels[value] })),
];

/** Filters by the state of the newest invitation. */
function InvitationFilter({ value, onChange }: InvitationFilterProps) {
  return (
    <Select
      aria-label="Filtrer par invitation"
      placeholder="Filtrer par invitation"
      size="xs"
      w={{ base: "100%", xs: 200 }}
      clearable
      clearButtonProps={{ "aria-label": "Toutes les invitations" }}
      data={invitationChoices}
      value={value || null}
      onChange={(state) => onChange((state ?? "") as ListFilters["invitation"])}
    />
  );
}

/** Returns the option from "<question id>:<option>". */
export function answerOf(value: string): string {
  return value.slice(value.indexOf(":") + 1);
}

export const statusChoices = [
  { value: "all", label: "Tous" },
  { value: "pending", label: "En attente" },
  { value: "approved", label: "Approuvés" },
  { value: "rejected", label: "Rejetés" },
] as const satisfies { value: ListParams["status"]; label: string }[];
