import type { CampaignFigures, CampaignFiguresPoint } from "#contract/campaigns.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { countEvents, countResults, type FigureStep } from "./campaign-figures.queries.ts";
import { getCampaign } from "./campaigns.service.ts";

/** A campaign that takes longer has figures per day instead of per hour. */
const hourlyUpToMs = 3 * 24 * 3_600_000;

/** How the messages of a campaign ended since its start. Openings and clicks are not tracked. @throws 404 */
export async function getCampaignFigures(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  id: string,
): Promise<CampaignFigures> {
  const { startedAt, finishedAt } = await getCampaign(db, id);
  if (startedAt === null) return { step: "hour", points: [] };
  const lasts = (finishedAt ?? now()).getTime() - startedAt.getTime();
  const step: FigureStep = lasts > hourlyUpToMs ? "day" : "hour";
  const series = await Promise.all([countResults(db, id, step), countEvents(db, id, step)]);
  return { step, points: joined(...series) };
}

const nothing = { sent: 0, failed: 0, bounced: 0, unsubscribed: 0, complained: 0 };
type Part = Partial<typeof nothing> & { at: Date };

/** Merges series into one point per time, in order of time. */
function joined(...series: Part[][]): CampaignFiguresPoint[] {
  const points = new Map<number, CampaignFiguresPoint>();
  for (const { at, ...counts } of series.flat()) {
    const known = points.get(at.getTime()) ?? { at: at.toISOString(), ...nothing };
    points.set(at.getTime(), { ...known, ...counts });
  }
  return [...points].sort(([one], [other]) => one - other).map(([, point]) => point);
}
