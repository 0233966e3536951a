import { Paper, Title } from "@mantine/core";
import { useId } from "react";
import type { SourceCounts } from "#contract/sources.schema.ts";
import { formatNumber } from "#web/lib/format.ts";
import shared from "../stats.module.css";
import { PeopleCount } from "./people-count.tsx";
import type { SourcesFilters } from "./sources.api.ts";
import classes from "./sources.module.css";
import { funnelOf } from "./sources-texts.ts";

/** The funnel from page view to redeemed invitation, as bars, with the loss before each step. */
export function Funnel({ totals, filters }: { totals: SourceCounts; filters: SourcesFilters }) {
  const titleId = useId();
  const steps = funnelOf(totals);
  const highest = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <Paper component="section" withBorder className={shared.panel ?? ""} aria-labelledby={titleId}>
      <Title order={2} size="h3" mb="sm" id={titleId}>
        Du passage à l’entrée
      </Title>
      <ol className={classes.funnel}>
        {steps.map(({ name, label, count, loss }) => (
          <li key={name}>
            {loss !== null && <p className={classes.loss}>{loss}</p>}
            <div className={classes.step}>
              <span>{label}</span>
              <span className={classes.count}>
                {name === "views" || name === "opened" ? (
                  formatNumber(count)
                ) : (
                  <PeopleCount count={count} step={name} about={label.toLowerCase()} filters={filters} />
                )}
              </span>
            </div>
            <div className={classes.track} aria-hidden>
              <div className={classes.bar} style={{ width: `${(100 * count) / highest}%` }} />
            </div>
          </li>
        ))}
      </ol>
    </Paper>
  );
}
