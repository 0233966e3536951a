import { Button, Checkbox, Popover, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Audience, addresses } from "#contract/audience.ts";
import {
  baseColumnsOf,
  type Columns,
  columnsText,
  questionsMax,
  readColumns,
} from "#web/admin/features/signups/columns.ts";
import { listQuestionsQuery } from "#web/admin/features/signups/signups.api.ts";
import { useChangePreferences } from "#web/admin/ui/preferences.api.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import classes from "./list.module.css";

type Props = { audience: Audience; value: string; onChange: (columns: string) => void };

/** Which columns a list has, answers among them, and how close its rows stand. */
export function DisplayMenu({ audience, value, onChange }: Props) {
  const { density } = useCurrentAdmin().preferences;
  const preferences = useChangePreferences();
  return (
    <Popover position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Affichage
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Affichage">
        <Stack gap="md" className={classes.display ?? ""}>
          <SegmentedControl
            size="xs"
            aria-label="Densité"
            value={density}
            data={[
              { value: "comfortable", label: "Aéré" },
              { value: "compact", label: "Serré" },
            ]}
            onChange={(chosen) =>
              preferences.mutate({ density: chosen === "compact" ? "compact" : "comfortable" })
            }
          />
          <ColumnChoice audience={audience} columns={readColumns(audience, value)} onChange={onChange} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type ChoiceProps = { audience: Audience; columns: Columns; onChange: (columns: string) => void };

function ColumnChoice({ audience, columns, onChange }: ChoiceProps) {
  const questions = useQuery(listQuestionsQuery).data?.items ?? [];
  const offered = questions.filter(({ targetType }) => addresses(targetType, audience));
  // A question that was deleted since still has its column, until it is taken away here.
  const deleted = columns.questions.filter((id) => !offered.some((question) => question.id === id));
  const full = columns.questions.length >= questionsMax;
  const put = (change: Partial<Columns>) => onChange(columnsText(audience, { ...columns, ...change }));
  return (
    <>
      <fieldset className={classes.choice}>
        <legend>Colonnes</legend>
        {baseColumnsOf(audience).map(({ id, label }) => (
          <Checkbox
            key={id}
            size="xs"
            label={label}
            checked={columns.base.includes(id)}
            onChange={() => put({ base: toggled(columns.base, id) })}
          />
        ))}
      </fieldset>
      <fieldset className={classes.choice}>
        <legend>Réponses</legend>
        {questions.length === 0 && <Text size="xs">Le questionnaire est vide.</Text>}
        {full && <Text size="xs">Au plus {questionsMax} réponses à la fois.</Text>}
        {[...offered, ...deleted.map((id) => ({ id, question: "Question supprimée" }))].map(
          ({ id, question }) => (
            <Checkbox
              key={id}
              size="xs"
              label={question}
              checked={columns.questions.includes(id)}
              disabled={full && !columns.questions.includes(id)}
              onChange={() => put({ questions: toggled(columns.questions, id) })}
            />
          ),
        )}
      </fieldset>
    </>
  );
}

function toggled<Item>(items: readonly Item[], item: Item): Item[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item];
}
