import { useState } from "react";
import { formatNumber } from "#web/lib/format.ts";
import { ColumnHeader, DataTable, RowHeader } from "../data-table.tsx";
import classes from "./chart-table.module.css";

type Series<Key extends string> = { key: Key; label: string };

type Props<Key extends string, Row extends Record<Key, number>> = {
  /** The text of the toggle. */
  summary: string;
  caption: string;
  /** The heading above the names of the rows. */
  rowTitle: string;
  series: readonly Series<Key>[];
  rows: readonly Row[];
  /** The name of a row, which must be unique. */
  nameOf: (row: Row) => string;
};

/** A chart's numbers as a table, collapsed and rendered on demand. */
export function ChartTable<Key extends string, Row extends Record<Key, number>>({
  summary,
  caption,
  rowTitle,
  series,
  rows,
  nameOf,
}: Props<Key, Row>) {
  const [wasOpened, setWasOpened] = useState(false);
  const head = (
    <>
      <ColumnHeader>{rowTitle}</ColumnHeader>
      {series.map(({ key, label }) => (
        <ColumnHeader key={key} data-number>
          {label}
        </ColumnHeader>
      ))}
    </>
  );
  return (
    <details className={classes.table} onToggle={() => setWasOpened(true)}>
      <summary>{summary}</summary>
      {wasOpened && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
        <section className={classes.scroll} aria-label={caption} tabIndex={0}>
          <DataTable compact caption={caption} head={head}>
            {rows.map((row) => (
              <tr key={nameOf(row)}>
                <RowHeader>{nameOf(row)}</RowHeader>
                {series.map(({ key }) => (
                  <td key={key} data-number>
                    {formatNumber(row[key])}
                  </td>
                ))}
              </tr>
            ))}
          </DataTable>
        </section>
      )}
    </details>
  );
}
