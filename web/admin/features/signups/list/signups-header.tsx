import { Button, Checkbox, Group, Popover, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconColumns3, IconFileImport, IconRefresh } from "@tabler/icons-react";
import { useIsFetching, useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { Link } from "react-router";
import { type Audience, addresses } from "#contract/audience.ts";
import {
  baseColumnsOf,
  type Columns,
  columnsText,
  questionsMax,
  readColumns,
} from "#web/admin/features/signups/columns.ts";
import { exportAddress, listsKey } from "#web/admin/features/signups/signups.api.ts";
import { ExportButton } from "#web/admin/ui/buttons.tsx";
import { questionsQuery } from "#web/admin/ui/questions.api.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useChangePreferences, useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatCount } from "#web/lib/format.ts";
import type { ListFilters } from "../signups-address.ts";
import { audienceTexts } from "../signups-texts.ts";
import classes from "./list.module.css";

type SignupsHeaderProps = {
  audience: Audience;
  filters: ListFilters;
  onRefresh: () => void;
  /** True when there are sign-ups to export. */
  mayExport: boolean;
  /** The number of limited sign-ups, which statistics, exports and bulk actions leave out. */
  limited: number;
};

export const SignupsHeader = memo(function SignupsHeader({
  audience,
  filters,
  onRefresh,
  mayExport,
  limited,
}: SignupsHeaderProps) {
  const { title, about } = audienceTexts[audience];
  const { isSuperAdmin } = useCurrentAdmin();
  return (
    <>
      <ScreenHeader
        title={title}
        actions={
          <>
            {isSuperAdmin && (
              <Button
                component={Link}
                to={screenAddress("imports")}
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
              >
                Importer
              </Button>
            )}
            {mayExport && <ExportButton address={exportAddress(audience, filters)} />}
            <RefreshButton audience={audience} onRefresh={onRefresh} />
          </>
        }
      >
        {about}
      </ScreenHeader>
      {limited > 0 && <LimitedNote count={limited} address={exportAddress(audience, filters, true)} />}
    </>
  );
});

function LimitedNote({ count, address }: { count: number; address: string }) {
  return (
    <Group gap="xs" mb="md">
      <Text size="sm">
        {formatCount(count, "inscription limitée", "inscriptions limitées")} à la demande de la personne, hors
        des statistiques, des exports et des actions groupées.
      </Text>
      <ExportButton address={address} size="compact-xs" label="Exporter avec elles" />
    </Group>
  );
}

/** Its icon turns while the list loads. A separate component, so that the rest of the header does not render for each load. */
function RefreshButton({ audience, onRefresh }: Pick<SignupsHeaderProps, "audience" | "onRefresh">) {
  const inView = { queryKey: listsKey(audience), type: "active" } as const;
  const isReading = useIsFetching(inView) > 0;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden className={classes.refresh} data-turning={isReading} />}
      onClick={onRefresh}
    >
      Actualiser
    </Button>
  );
}

type DisplayMenuProps = { audience: Audience; value: string; onChange: (columns: string) => void };

/** A menu for the columns of the list, including answers, and for the density of its rows. */
export function DisplayMenu({ audience, value, onChange }: DisplayMenuProps) {
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
  const questions = useQuery(questionsQuery).data?.items ?? [];
  const offered = questions.filter(({ targetType }) => addresses(targetType, audience));
  // A question that was deleted later keeps its column until the admin removes it here.
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
