import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Audience, addresses } from "#contract/audience.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { listQuestionsQuery } from "#web/admin/features/signups/signups.api.ts";

type Props = { audience: Audience; value: string; onChange: (answer: string) => void };

/** Whoever chose one option of one question. Only where there is a question to choose among. */
export function AnswerFilter({ audience, value, onChange }: Props) {
  const questions = useQuery(listQuestionsQuery).data?.items ?? [];
  const choices = questions.filter(
    ({ fieldType, targetType, options }) =>
      isChoice(fieldType) && addresses(targetType, audience) && options?.length,
  );
  const groups = choices.map(({ id, question, options }) => ({
    group: question,
    // The whole label stands in the closed field, and is what is searched: many questions have a 'Oui'.
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

/** "<question id>:<option>": the option. */
export function answerOf(value: string): string {
  return value.slice(value.indexOf(":") + 1);
}
