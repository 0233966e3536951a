import type { CampaignFigures } from "#contract/campaigns.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  type FigureStep,
  resultsOverTime,
} from "#server/features/mailing/outbox/campaign-figures.service.ts";
import { getCampaign } from "./campaigns.service.ts";

/** A campaign that takes longer is told by the day. */
const hourlyUpToMs = 3 * 24 * 3_600_000;

/** How the messages of a campaign ended since its start. Who opened or clicked is nowhere: it is not followed. @throws 404 */
export async function getFigures(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  id: string,
): Promise<CampaignFigures> {
  const { startedAt, finishedAt } = await getCampaign(db, id);
  if (startedAt === null) return { step: "hour", points: [] };
  const lasts = (finishedAt ?? now()).getTime() - startedAt.getTime();
  const step: FigureStep = lasts > hourlyUpToMs ? "day" : "hour";
  return { step, points: await resultsOverTime(db, id, step) };
}
