import { type StatsAudience, type StatsPeriod, statsAudiences, statsPeriods } from "#contract/stats.ts";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { audienceLabels, periodLabels } from "../filter-panel.tsx";
import classes from "./sources.module.css";

type Filters = { audience: StatsAudience; period: StatsPeriod };

/** The audience and the period of 'Provenance' and 'Parrainages'. */
export function ReportFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}) {
  return (
    <div className={classes.filters}>
      <ChoiceStrip
        label="Type d’inscription"
        choices={statsAudiences.map((value) => ({
          value,
          label: audienceLabels[value],
          ...(value === "user" && { sense: "Utilisateurs" }),
        }))}
        value={filters.audience}
        onChange={(audience) => onChange({ audience })}
      />
      <ChoiceStrip
        label="Période"
        choices={statsPeriods.map((value) => ({ value, label: periodLabels[value] }))}
        value={filters.period}
        onChange={(period) => onChange({ period })}
      />
    </div>
  );
}
