import { NativeSelect } from "@mantine/core";
import { limits } from "#contract/limits.ts";
import type { Stats } from "#contract/stats.schema.ts";
import { cutText, type StatsAudience, type StatsPeriod, statsPeriods } from "#contract/stats.ts";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import type { StatsFilters } from "./stats.api.ts";
import classes from "./stats.module.css";

type FilterPanelProps = {
  stats: Stats | undefined;
  filters: StatsFilters;
  onChange: (change: Partial<StatsFilters>) => void;
  /** On small screens the panel is folded away until it is asked for. */
  open: boolean;
};

export function FilterPanel({ stats, filters, onChange, open }: FilterPanelProps) {
  return (
    <div id="stats-filters" className={classes.filters} data-open={open}>
      <ChoiceStrip
        label="Type d’inscription"
        choices={audienceChoices(stats, filters.audience)}
        value={filters.audience}
        onChange={(audience) => onChange({ audience })}
      />
      <ChoiceStrip
        label="Période"
        choices={statsPeriods.map((value) => ({ value, label: periodLabels[value] }))}
        value={filters.period}
        onChange={(period) => onChange({ period })}
      />
      <QuestionSelect stats={stats} onChange={(questionId) => onChange({ questionId })} />
    </div>
  );
}

/** Stays in view when the filters are folded away: the figures do. */
export function PeriodScope() {
  return (
    <p className={classes.periodScope}>
      La période ne change que la courbe et le compteur « Période » ; les autres chiffres comptent tout depuis
      le début.
    </p>
  );
}

function QuestionSelect({
  stats,
  onChange,
}: {
  stats: FilterPanelProps["stats"];
  onChange: (id: string) => void;
}) {
  if (!stats?.question) return null;
  return (
    <NativeSelect
      className={classes.question ?? ""}
      label="Question"
      value={stats.question.id}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={stats.questions.map(({ id, question }) => ({
        value: id,
        label: cutText(question, limits.questionSelectLabelMax),
      }))}
    />
  );
}

/** The types that questions address, and the chosen one from the address. */
function audienceChoices(stats: FilterPanelProps["stats"], chosen: StatsAudience) {
  const options = stats?.audiences ?? ["all"];
  const shown = options.includes(chosen) ? options : [...options, chosen];
  return shown.map((value) => ({
    value,
    label: audienceLabels[value],
    ...(value === "user" && { sense: "Utilisateurs" }),
  }));
}

export const audienceLabels: Record<StatsAudience, string> = { all: "Tous", user: "Users", brand: "Marques" };
export const periodLabels: Record<StatsPeriod, string> = {
  "7": "7 jours",
  "30": "30 jours",
  "90": "90 jours",
  all: "Tout",
};
