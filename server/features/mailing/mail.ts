import type { EmailProvider } from "#contract/email.ts";
import { makeMailedLink } from "#server/features/accounts/links/mailed-link.service.ts";
import type { Config } from "#server/lib/config.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { Logger } from "#server/lib/logger.ts";
import { createMailHtml, type MailHtml } from "./content/mail-html.service.ts";
import { type CampaignQueue, createDeliveryWorker, type DeliveryWorker } from "./outbox/delivery-worker.ts";
import { createContentLoader } from "./outbox/message-content.service.ts";
import { createMessageSender, type MessageSender } from "./outbox/message-sender.ts";
import type { DeliverySettings } from "./settings/delivery-settings.ts";
import { loadDeliverySettings } from "./settings/settings.service.ts";
import { createTransport, providersInUse } from "./transports/create-transport.ts";
import type { MailTransport } from "./transports/transport.ts";

/** What sends mail, for every feature that has something to say. One per process. */
export type Mail = Omit<DeliveryWorker, "start" | "stop"> &
  Pick<MessageSender, "settings" | "settled"> & {
    /** Sends by itself what waits in the log, from now on. */
    start(): void;
    stop(): Promise<void>;
    /** Sends these messages through a transport that the settings no longer name; nobody waits for it. */
    deliverThrough(settings: DeliverySettings, logIds: string[]): void;
    /** Connects and signs in as the settings say, without sending: through every provider that messages may leave by. */
    verify(): Promise<ProviderVerdict[]>;
    html: MailHtml;
  };

/** `reason` is null when the provider can be reached and lets us in. */
type ProviderVerdict = { provider: EmailProvider; reason: string | null };

type MailParts = {
  db: Db;
  config: Config & { authSecret: string };
  log: Logger;
  now: () => Date;
  queue: CampaignQueue;
};

export type MailReplacements = {
  /** Instead of the transport that the settings name. */
  transport?: ((settings: DeliverySettings) => MailTransport) | undefined;
  /** Instead of the time that the HTML of a request may usually take; see `createMailHtml`. */
  htmlLimitMs?: number | undefined;
};

export function createMail(
  { db, config, log, now, queue }: MailParts,
  { transport, htmlLimitMs }: MailReplacements,
): Mail {
  const html = createMailHtml({ limitMs: htmlLimitMs });
  const makeTransport = transport ?? ((settings: DeliverySettings) => createTransport(settings, config));
  const providersOf = (settings: DeliverySettings) => {
    const inUse = providersInUse(settings, config);
    return inUse.length > 0 ? inUse : [settings.provider]; // 'auto' itself says that nothing is set up
  };
  const sender = createMessageSender({
    loadSettings: () => loadDeliverySettings(db, config),
    createTransport: makeTransport,
    loadContent: createContentLoader(db, (link) => makeMailedLink({ db, now, config }, link), html),
    now,
  });
  const worker = createDeliveryWorker({ db, log, config, now }, { sender, queue });
  const inBackground = new Set<Promise<void>>();
  return {
    ...worker,
    deliverThrough(settings, logIds) {
      const deliveries = logIds.map((id) => worker.deliver(id, { retry: false, through: settings }));
      const delivery: Promise<void> = Promise.all(deliveries)
        .catch((error) => log.error("a message about the mail transport could not be sent", { error }))
        .then(() => void inBackground.delete(delivery));
      inBackground.add(delivery);
    },
    settings: sender.settings,
    settled: sender.settled,
    html,
    async stop() {
      await Promise.all(inBackground);
      await worker.stop();
      await html.close();
    },
    async verify() {
      const settings = await sender.settings();
      return Promise.all(
        providersOf(settings).map(async (provider) => {
          const candidate = makeTransport({ ...settings, provider });
          return { provider, reason: await candidate.verify().finally(() => candidate.close()) };
        }),
      );
    },
  };
}
