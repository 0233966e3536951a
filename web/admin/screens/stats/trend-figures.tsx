import { Table } from "@mantine/core";
import type { DayCounts } from "#contract/stats.ts";
import { formatNumber } from "#web/lib/format.ts";
import { formatDay } from "./chart-texts.ts";
import type { Series } from "./series.tsx";
import classes from "./stats.module.css";

type Props = { trend: DayCounts[]; series: readonly Series[] };

/** The trend as a table, latest day first. */
export function TrendFigures({ trend, series }: Props) {
  return (
    <details className={classes.figures}>
      <summary>Voir les chiffres jour par jour</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={classes.scroll} aria-label="Inscriptions par jour" tabIndex={0}>
        <Table>
          <caption className="visually-hidden">Inscriptions par jour, le dernier en premier</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Jour</Table.Th>
              {series.map(({ key, label }) => (
                <Table.Th key={key} scope="col" ta="right">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {trend.toReversed().map((counts) => (
              <Table.Tr key={counts.day}>
                <Table.Th scope="row" fw={400}>
                  {formatDay(counts.day)}
                </Table.Th>
                {series.map(({ key }) => (
                  <Table.Td key={key} ta="right">
                    {formatNumber(counts[key])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}
