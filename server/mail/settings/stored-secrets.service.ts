import type { AppDependencies } from "#server/app-dependencies.ts";
import { loadBounceSettings, loadDeliverySettings } from "./delivery-settings.service.ts";

/** What of the settings no known secret opens. */
export async function findUnreadableMail({ db, config }: Pick<AppDependencies, "db" | "config">) {
  const { unreadable } = await loadDeliverySettings(db, config);
  const { mailbox } = await loadBounceSettings(db, config);
  return { ...unreadable, imapPassword: mailbox?.unreadable ?? false };
}
