import type { CSSProperties } from "react";
import { Link } from "react-router";
import type { Audience } from "#contract/audience.ts";
import type { Crossed, StatsQuestion } from "#contract/stats.schema.ts";
import { percentageOf } from "#contract/stats.ts";
import { formatNumber, formatPercent } from "#web/lib/format.ts";
import classes from "./crossed.module.css";
import { peopleAddress, type StatsFilters } from "./stats.api.ts";

type Props = {
  crossed: Crossed;
  question: StatsQuestion;
  by: StatsQuestion;
  /** The audiences whose lists contain the people of a cell. */
  people: readonly Audience[];
  filters: Pick<StatsFilters, "status" | "segment">;
};

const listNames: Record<Audience, string> = { user: "Utilisateurs", brand: "Marques" };

/** Answers in rows and columns. A darker cell has a larger share of its row. */
export function CrossedTable({ crossed: { rows, columns, cells }, question, by, people, filters }: Props) {
  const caption = `« ${question.question} » en lignes, « ${by.question} » en colonnes : part de la ligne et nombre de personnes`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={classes.scroll} aria-label="Tableau croisé" tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{question.question}</span>
            </th>
            {columns.map(({ answer, count }) => (
              <th key={answer} scope="col">
                {answer} <small>{formatNumber(count)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, y) => (
            <tr key={row.answer}>
              <th scope="row">
                {row.answer} <small>{formatNumber(row.count)}</small>
              </th>
              {columns.map((column, x) => {
                const count = cells[y]?.[x] ?? 0;
                const share = row.count > 0 ? count / row.count : 0;
                const addresses = people.map((audience) => ({
                  audience,
                  to: peopleAddress(audience, filters, { [question.id]: row.answer, [by.id]: column.answer }),
                }));
                return (
                  <td key={column.answer} style={{ "--share": share } as CSSProperties}>
                    <Cell
                      count={count}
                      percentage={percentageOf(count, row.count)}
                      about={`${row.answer} et ${column.answer}`}
                      addresses={row.isOption && column.isOption ? addresses : []}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type CellProps = {
  count: number;
  percentage: number;
  /** The answers of this cell, for screen readers. */
  about: string;
  /** The lists of the cell's people. Empty when an answer is no longer an option, because lists cannot filter by it. */
  addresses: readonly { audience: Audience; to: string }[];
};

function Cell({ count, percentage, about, addresses }: CellProps) {
  const figures = (
    <>
      <span className={classes.share}>{formatPercent(percentage)}</span>
      <small>{formatNumber(count)}</small>
    </>
  );
  const [first, ...others] = count > 0 ? addresses : [];
  if (!first) return <span className={classes.cell}>{figures}</span>;
  if (others.length === 0) {
    return (
      <Link className={classes.cell} to={first.to}>
        {figures}
        <span className="visually-hidden">&nbsp;: {about}, voir la liste</span>
      </Link>
    );
  }
  return (
    <span className={classes.cell}>
      {figures}
      {addresses.map(({ audience, to }) => (
        <Link key={audience} className={classes.list} to={to}>
          {listNames[audience]}
          <span className="visually-hidden">&nbsp;: {about}</span>
        </Link>
      ))}
    </span>
  );
}
