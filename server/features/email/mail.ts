import type { Config } from "#server/lib/config.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { Logger } from "#server/lib/logger.ts";
import type { DeliverySettings } from "./delivery/delivery-settings.ts";
import { type CampaignQueue, createDeliveryWorker, type DeliveryWorker } from "./delivery/delivery-worker.ts";
import { createContentLoader } from "./delivery/message-content.service.ts";
import { createMessageSender, type MessageSender } from "./delivery/message-sender.ts";
import { loadDeliverySettings } from "./settings.service.ts";
import { createTransport } from "./transports/create-transport.ts";
import type { MailTransport } from "./transports/transport.ts";

/** What sends mail, for every feature that has something to say. One per process. */
export type Mail = Omit<DeliveryWorker, "start" | "stop"> &
  Pick<MessageSender, "settings" | "settled"> & {
    /** Sends by itself what waits in the log, from now on. */
    start(): void;
    stop(): Promise<void>;
    /** Connects and signs in as the settings say, without sending. Null when that works, else the reason. */
    verify(): Promise<string | null>;
  };

type MailParts = {
  db: Db;
  config: Config & { authSecret: string };
  log: Logger;
  now: () => Date;
  queue: CampaignQueue;
  /** Tests may hand in their own. */
  transport?: (settings: DeliverySettings) => MailTransport;
};

export function createMail({ db, config, log, now, queue, transport }: MailParts): Mail {
  const makeTransport = transport ?? ((settings: DeliverySettings) => createTransport(settings, config));
  const sender = createMessageSender({
    loadSettings: () => loadDeliverySettings(db, config),
    createTransport: makeTransport,
    loadContent: createContentLoader(db, config),
    now,
  });
  const worker = createDeliveryWorker({ db, log, config }, { sender, queue });
  return {
    ...worker,
    settings: sender.settings,
    settled: sender.settled,
    async verify() {
      const candidate = makeTransport(await sender.settings());
      return candidate.verify().finally(() => candidate.close());
    },
  };
}
