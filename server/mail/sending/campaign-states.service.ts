import type { AppDependencies } from "#server/app-dependencies.ts";
import { countCampaignStates } from "./campaign-states.queries.ts";

/** How many campaigns are in each state that any of them is in. */
export const campaignStates = ({ db }: Pick<AppDependencies, "db">) => countCampaignStates(db);
