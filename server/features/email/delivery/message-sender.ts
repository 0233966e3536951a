import { emailMessages } from "#contract/email.ts";
import type { PreparedContent } from "#server/features/email/content/prepare-content.ts";
import type { MailTransport, SendOutcome } from "#server/features/email/transports/transport.ts";
import { composeMessage } from "./compose-message.ts";
import type { LeasedMessage } from "./delivery.repository.ts";
import type { DeliverySettings } from "./delivery-settings.ts";

export type Attempt = { type: "simulated" } | SendOutcome;

export type MessageSender = {
  /** One attempt at a leased message. Never throws for what is wrong with the message or the connection. */
  attempt(message: LeasedMessage): Promise<Attempt>;
  settings(): Promise<DeliverySettings>;
  /** The settings of the last attempt or reading; null before the first. */
  current(): DeliverySettings | null;
  /** Resolves when no attempt that began before is under way. */
  settled(): Promise<void>;
  close(): void;
};

export type MessageSenderParts = {
  loadSettings: () => Promise<DeliverySettings>;
  createTransport: (settings: DeliverySettings) => MailTransport;
  loadContent: (message: LeasedMessage) => Promise<PreparedContent>;
  now: () => Date;
};

/** Keeps one transport for as long as the settings stay what they are. While simulation is on there is none. */
export function createMessageSender({
  loadSettings,
  createTransport,
  loadContent,
  now,
}: MessageSenderParts): MessageSender {
  let current: { settings: DeliverySettings; transport: MailTransport | null } | null = null;
  const underWay = new Set<Promise<unknown>>();

  async function refresh(version?: string) {
    if (current && current.settings.version === version) return current;
    const settings = await loadSettings();
    if (current?.settings.version !== settings.version) {
      current?.transport?.close();
      current = { settings, transport: settings.simulationMode ? null : createTransport(settings) };
    }
    return current ?? { settings, transport: null };
  }

  async function send(message: LeasedMessage): Promise<Attempt> {
    const { settings, transport } = await refresh(message.settingsVersion);
    if (message.simulated || settings.simulationMode || !transport) return { type: "simulated" };
    const outgoing = await compose(message, settings);
    return "type" in outgoing ? outgoing : transport.send(outgoing);
  }

  async function compose(message: LeasedMessage, settings: DeliverySettings) {
    try {
      return composeMessage(message, await loadContent(message), settings, now());
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return { type: "refused", message: error.message } as const;
    }
  }

  return {
    attempt(message) {
      const attempt = send(message);
      const done: Promise<unknown> = attempt.then(
        () => underWay.delete(done),
        () => underWay.delete(done),
      );
      underWay.add(done);
      return attempt;
    },
    settings: async () => (await refresh()).settings,
    current: () => current?.settings ?? null,
    async settled() {
      await Promise.all(underWay);
    },
    close() {
      current?.transport?.close();
      current = null;
    },
  };
}

/** A content that cannot be made into a message; its message is French and goes to the log entry. */
export class ContentError extends Error {
  override name = "ContentError";
}

/** Says the log when something in here went wrong before a connection was used. */
export const notPrepared = "Le message n’a pas pu être préparé.";

/** The note of a simulated message in the log. */
export const simulatedNote = emailMessages.simulated;
