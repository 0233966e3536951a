import { Button, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { SourceCounts, SourceRow } from "#contract/sources.schema.ts";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { PeopleCount } from "./people-count.tsx";
import type { Counted, SourcesFilters } from "./sources.api.ts";
import classes from "./sources.module.css";
import {
  groupBySource,
  isCut,
  mediumName,
  ofSource,
  rateText,
  type SourceGroup,
  sourceName,
} from "./sources-texts.ts";

const columns = ["Passages", "Ouvertures", "Inscrits", "Confirmés", "Approuvés", "Invités", "Entrés", "Taux"];
const sourcesPerStep = 20;

type Props = { items: readonly SourceRow[]; totals: SourceCounts; filters: SourcesFilters };

/** The sources, the largest first. Each row expands to its media and campaigns. */
export function SourcesTable({ items, totals, filters }: Props) {
  const [shown, setShown] = useState(sourcesPerStep);
  const groups = groupBySource(items);
  const left = groups.length - shown;
  return (
    <>
      <DataTable
        folds
        caption="Passages et inscriptions par source, la plus grande en premier"
        head={
          <>
            <ColumnHeader>Source</ColumnHeader>
            {columns.map((title) => (
              <ColumnHeader key={title} data-number>
                {title}
              </ColumnHeader>
            ))}
          </>
        }
      >
        {groups.slice(0, shown).map((group) => (
          <SourceRows key={group.source ?? ""} group={group} filters={filters} />
        ))}
        <tr className={classes.totals}>
          <RowHeader>Toutes les sources</RowHeader>
          <CountCells counts={totals} people={{ about: "de toutes les sources" }} filters={filters} />
        </tr>
      </DataTable>
      {isCut(items, totals) && (
        <Text size="sm" c="dimmed" mt="sm">
          Seules les {formatNumber(items.length)} lignes les plus fréquentées sont affichées. « Toutes les
          sources » et l’export en CSV comptent aussi les autres.
        </Text>
      )}
      {left > 0 && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setShown(shown + 5 * sourcesPerStep)}>
          Afficher plus de sources ({formatNumber(left)})
        </Button>
      )}
    </>
  );
}

function SourceRows({ group, filters }: { group: SourceGroup; filters: SourcesFilters }) {
  const { source, counts, rows } = group;
  const [open, setOpen] = useState(false);
  const name = sourceName(source);
  const unfolds = rows.some(({ medium, campaign }) => medium !== "" || campaign !== "");
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <>
      <tr>
        <RowHeader className={classes.name ?? ""}>
          {unfolds ? (
            <UnstyledButton
              className={classes.unfold ?? ""}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <Chevron size={16} aria-hidden /> {name}
              <span className="visually-hidden">&nbsp;: supports et campagnes</span>
            </UnstyledButton>
          ) : (
            name
          )}
        </RowHeader>
        <CountCells counts={counts} people={{ source, about: ofSource(source) }} filters={filters} />
      </tr>
      {open &&
        rows.map((row) => (
          <tr key={mediumName(row)} className={classes.detail}>
            <RowHeader className={classes.name ?? ""}>{mediumName(row)}</RowHeader>
            <CountCells counts={row} people={null} filters={filters} />
          </tr>
        ))}
    </>
  );
}

type CountCellsProps = {
  counts: SourceCounts;
  /** The list that the counts open; null for plain numbers, because no list filters by medium or campaign. */
  people: (Pick<Counted, "source"> & { about: string }) | null;
  filters: SourcesFilters;
};

function CountCells({ counts, people, filters }: CountCellsProps) {
  const plain = { Passages: formatNumber(counts.views), Ouvertures: formatNumber(counts.opened) };
  const signups = [
    { label: "Inscrits", step: "signedUp" },
    { label: "Confirmés", step: "confirmed" },
    { label: "Approuvés", step: "approved" },
    { label: "Invités", step: "invited" },
    { label: "Entrés", step: "redeemed" },
  ] as const;
  return (
    <>
      {Object.entries(plain).map(([label, text]) => (
        <td key={label} data-number data-beside data-label={label}>
          {text}
        </td>
      ))}
      {signups.map(({ label, step }) => (
        <td key={step} data-number data-beside data-label={label}>
          {people === null ? (
            formatNumber(counts[step])
          ) : (
            <PeopleCount
              {...people}
              count={counts[step]}
              step={step}
              about={`${label.toLowerCase()} ${people.about}`}
              filters={filters}
            />
          )}
        </td>
      ))}
      <td data-number data-beside data-label="Taux">
        {rateText(counts)}
      </td>
    </>
  );
}
