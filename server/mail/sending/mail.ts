import type { EmailProvider } from "#contract/email.ts";
import type { MailHtml } from "#server/mail/content/mail-html.service.ts";
import type { DeliverySettings } from "#server/mail/transports/delivery-settings.ts";
import type { DeliveryWorker } from "./delivery-worker.ts";
import type { MessageAdditions } from "./message-additions.service.ts";
import type { MessageSender } from "./message-sender.ts";

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
    /** Why news could not leave now, by the only provider in use; null when they could, or nobody can tell. */
    newsHindrance(): Promise<string | null>;
    html: MailHtml;
    additions: MessageAdditions;
  };

/** `reason` is null when the provider can be reached and lets us in. */
type ProviderVerdict = { provider: EmailProvider; reason: string | null };
