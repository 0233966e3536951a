import type { EmailProvider } from "#contract/email.ts";
import type { DomainCheck } from "#contract/email-domain.schema.ts";
import type { DeliverySettings } from "#server/mail/transports/transport.ts";
import type { MailHtml } from "./content/mail-html.service.ts";
import type { MessageAdditions } from "./content/message-additions.service.ts";
import type { Attempt, Waiting } from "./sending/leased-message.ts";

export type DeliverOptions = {
  /** Whether to retry a message that cannot leave now; otherwise it fails. */
  retry: boolean;
  /** Settings to use instead of the stored ones. */
  through?: DeliverySettings;
  /** The message is really sent, even in simulation. */
  real?: true;
};

export type DeliveryWorker = {
  /** Starts to poll for due messages. Before that, only `deliver` and `deliverOldest` send. */
  start(): void;
  /** Polls now instead of at the next tick. */
  wake(): void;
  /** Resolves when a message or an event may be due, and when the worker stops. */
  waitUntilDue(): Promise<void>;
  /** Sends a message now if it is pending; null when another worker holds it. When a cap is reached it stays pending. */
  deliver(logId: string, options?: DeliverOptions): Promise<Attempt | Waiting | null>;
  /** Sends messages in the background through settings that are no longer the stored ones. */
  deliverThrough(settings: DeliverySettings, logIds: string[]): void;
  /** Sends up to `take` of the oldest pending messages for which there is capacity, one after the other. */
  deliverOldest(take: number): Promise<{ sent: number; failed: number }>;
  /** False when each turn of the loop has failed or hung for a minute. */
  isAlive(): boolean;
  /** Leases nothing more and waits some seconds for the messages in flight. */
  stop(): Promise<void>;
};

/** The mail sender, one per process. */
export type Mail = DeliveryWorker & {
  settings(): Promise<DeliverySettings>;
  /** Resolves when the attempts that are in flight now have ended. */
  settled(): Promise<void>;
  /** Connects and signs in to every provider in use, without sending. */
  verify(): Promise<ProviderVerdict[]>;
  /** Returns why the only provider in use cannot send news; null when it can, or when this is unknown. */
  newsHindrance(): Promise<string | null>;
  html: MailHtml;
  additions: MessageAdditions;
};

/** `reason` is null when the provider accepts the connection and the credentials. */
type ProviderVerdict = { provider: EmailProvider; reason: string | null };

export type DomainChecker = {
  /** Checks the sender's domain now. Concurrent calls share one check. */
  check(actor: string): Promise<DomainCheck>;
  /** The result of the last check. */
  last(): Promise<DomainCheck>;
  /** @throws ApiError 409 `dkim_key_gone` when the DNS does not hold the key that messages are signed with */
  ensureKeyIsPublished(): Promise<void>;
};
