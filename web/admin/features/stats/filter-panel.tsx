import { NativeSelect } from "@mantine/core";
import { limits } from "#contract/limits.ts";
import { isChoice } from "#contract/questions/registry.ts";
import type { SavedSegment } from "#contract/segments.schema.ts";
import type { Stats, StatsQuestion } from "#contract/stats.schema.ts";
import { cutText, type StatsAudience, type StatsPeriod, statsPeriods } from "#contract/stats.ts";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import type { StatsFilters } from "./stats.api.ts";
import classes from "./stats.module.css";

type FilterPanelProps = {
  stats: Stats | undefined;
  /** The segments that contain sign-ups of the chosen type. */
  segments: readonly SavedSegment[];
  filters: StatsFilters;
  onChange: (change: Partial<StatsFilters>) => void;
  /** False while the panel is collapsed, as it is at first on small screens. */
  open: boolean;
};

export function FilterPanel({ stats, segments, filters, onChange, open }: FilterPanelProps) {
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
      <SegmentSelect
        segments={segments}
        value={filters.segment}
        onChange={(segment) => onChange({ segment })}
      />
      <QuestionSelect stats={stats} onChange={(questionId) => onChange({ questionId })} />
      <CrossSelect stats={stats} value={filters.by} onChange={(by) => onChange({ by })} />
    </div>
  );
}

/** Stays visible when the filters are collapsed, because the figures that it explains stay visible too. */
export function PeriodScope() {
  return (
    <p className={classes.periodScope}>
      La période ne change que la courbe et le compteur « Période » ; les autres chiffres comptent tout depuis
      le début.
    </p>
  );
}

/** Describes the people in the chosen segment, or why it matches no sign-up. */
export function SegmentScope({ segment: { missing, sentence } }: { segment: SavedSegment }) {
  return <p className={classes.periodScope}>{missing ?? `${sentence}.`}</p>;
}

type ChoiceProps = { value: string | null; onChange: (id: string | null) => void };

/** Absent while there are no segments. */
function SegmentSelect({ segments, value, onChange }: ChoiceProps & Pick<FilterPanelProps, "segments">) {
  if (segments.length === 0 && value === null) return null;
  const isKnown = value === null || segments.some(({ id }) => id === value);
  return (
    <NativeSelect
      label="Segment"
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      data={[
        { value: "", label: "Toutes les inscriptions" },
        ...segments.map(({ id, name }) => ({ value: id, label: name })),
        ...(isKnown ? [] : [{ value, label: "Autre segment" }]),
      ]}
    />
  );
}

/** The questions that can be crossed with the chosen one: only choices, because they have a fixed list of answers. */
function choicesBeside(stats: Stats | undefined): StatsQuestion[] {
  const chosen = stats?.question;
  if (!chosen || !isChoice(chosen.fieldType)) return [];
  return stats.questions.filter(({ id, fieldType }) => id !== chosen.id && isChoice(fieldType));
}

/** The two questions that are crossed; null when the second is not chosen or cannot be crossed. */
export function crossedQuestions(
  stats: Stats,
  by: string | null,
): { question: StatsQuestion; by: StatsQuestion } | null {
  const other = choicesBeside(stats).find(({ id }) => id === by);
  return stats.question && other ? { question: stats.question, by: other } : null;
}

function CrossSelect({ stats, value, onChange }: ChoiceProps & Pick<FilterPanelProps, "stats">) {
  const choices = choicesBeside(stats);
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      className={classes.question ?? ""}
      label="Croiser avec…"
      value={choices.some(({ id }) => id === value) && value !== null ? value : ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      data={[
        { value: "", label: "Aucune question" },
        ...choices.map(({ id, question }) => ({
          value: id,
          label: cutText(question, limits.questionSelectLabelMax),
        })),
      ]}
    />
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

/** The audiences of the questions, plus the audience in the page's address. */
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
