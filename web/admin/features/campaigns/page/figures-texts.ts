import type { CampaignFigures, CampaignFiguresPoint } from "#contract/campaigns.schema.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

type FigureKey = Exclude<keyof CampaignFiguresPoint, "at">;

export type FigureSeries = { key: FigureKey; label: string; colour: string };

/** In the order of the description; colours are at least 3:1 against both papers. */
export const figureSeries: FigureSeries[] = [
  { key: "sent", label: "Envoyés", colour: "#5c8f4a" },
  { key: "failed", label: "Échecs", colour: "#d0567a" },
  { key: "bounced", label: "Rebonds", colour: "#b07c1a" },
  { key: "unsubscribed", label: "Désinscriptions", colour: "#5b7fc4" },
  { key: "complained", label: "Plaintes", colour: "#a0568f" },
];

const hour = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  ...{ day: "2-digit", month: "2-digit", hour: "2-digit", minute: "2-digit" },
});
const day = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  ...{ day: "2-digit", month: "2-digit", year: "numeric" },
});

/** "22/11 14:00", "22/11/2026": on Paris clocks, like the start. */
export function formatFigureTime(at: string, step: CampaignFigures["step"]): string {
  return (step === "hour" ? hour : day).format(new Date(at)).replace(",", "");
}

/** The chart's description for screen readers. */
export function describeFigures({ points, step }: CampaignFigures): string {
  const total = (key: FigureKey) => points.reduce((sum, point) => sum + point[key], 0);
  const parts = figureSeries.map(({ key, label }) => `${label.toLowerCase()} ${formatNumber(total(key))}`);
  const span = step === "hour" ? formatCount(points.length, "heure") : formatCount(points.length, "jour");
  return `Sur ${span} : ${parts.join(", ")}.`;
}

/** The caption of a saved picture: the message and its dates. */
export function figuresScope({ points, step }: CampaignFigures, subject: string): string[] {
  const [first, last] = [points[0], points.at(-1)];
  const span =
    first && last
      ? [`Du ${formatFigureTime(first.at, step)} au ${formatFigureTime(last.at, step)} (Paris)`]
      : [];
  return [`«\u00a0${subject}\u00a0»`, ...span];
}

/** Each hour or day, as the arrow keys tell it. */
export function figurePoints({ points, step }: CampaignFigures, series: readonly FigureSeries[]): string[] {
  return points.map((point) => {
    const parts = series.map(({ key, label }) => `${label} ${formatNumber(point[key])}`);
    return `${formatFigureTime(point.at, step)} : ${parts.join(", ")}`;
  });
}
