import type { AppDependencies } from "#server/app-dependencies.ts";
import { loadDeliverySettings } from "./settings.service.ts";

/** What of the settings no known secret opens. */
export async function findUnreadableMail({ db, config }: Pick<AppDependencies, "db" | "config">) {
  return (await loadDeliverySettings(db, config)).unreadable;
}
