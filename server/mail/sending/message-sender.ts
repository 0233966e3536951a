import {
  escapeHtml,
  fillTemplate,
  type InvitationValues,
  type ReferralValues,
  referralVariablesIn,
  templateValues,
} from "#contract/template-variables.ts";
import type { Logger } from "#server/lib/logger.ts";
import { insertAdditions } from "#server/mail/content/addition-texts.ts";
import type { PreparedContent } from "#server/mail/content/prepare-content.ts";
import { sampleRecipient } from "#server/mail/content/shown-mail.service.ts";
import type { DeliverySettings, MailTransport, OutgoingMessage } from "#server/mail/transports/transport.ts";
import type { MadeAdditions, MessageAdditions } from "../content/message-additions.service.ts";
import type { BounceEnvelope } from "./bounce-envelope.ts";
import type { Attempt, LeasedMessage } from "./leased-message.ts";
import { ContentError } from "./message-content.service.ts";

export type MessageSender = {
  /** Makes one attempt at a leased message. Does not throw for faults of the message or the connection. */
  attempt(message: LeasedMessage): Promise<Attempt>;
  /** Makes one attempt with settings that are no longer the stored ones. */
  attemptThrough(message: LeasedMessage, settings: DeliverySettings): Promise<Attempt>;
  settings(): Promise<DeliverySettings>;
  /** The settings of the last attempt or reading; null before the first. */
  current(): DeliverySettings | null;
  /** Resolves when all attempts that began before the call have ended. */
  settled(): Promise<void>;
  close(): void;
  /** Aborts the attempts in flight; they end with their outcome so far. */
  abort(): void;
};

/** Returns the code and link of an invitation, which the log does not contain; null when it must no longer be sent. */
export type OpenInvitation = (id: string) => Promise<InvitationValues | null>;

/**
 * Returns a recipient's referral link, created if missing, and how many friends count. Null when the message must no longer be sent,
 * because its announcement is no longer true.
 */
export type FindReferral = (
  message: Pick<LeasedMessage, "recipientHash" | "signupId" | "announcesFriends">,
) => Promise<ReferralValues | null>;

export type MessageSenderParts = {
  loadSettings: () => Promise<DeliverySettings>;
  createTransport: (settings: DeliverySettings) => MailTransport;
  loadContent: (message: LeasedMessage) => Promise<PreparedContent>;
  additions: Pick<MessageAdditions, "make">;
  openInvitation: OpenInvitation;
  findReferral: FindReferral;
  envelope: Pick<BounceEnvelope, "address">;
  /** The return path of messages with a personal link, which settings of the back office cannot change. Empty: no return path. */
  linkReturnPath: string;
  now: () => Date;
};

/** Makes a sender that keeps one transport until the settings change. In simulation it has no transport. */
export function createMessageSender({
  loadSettings,
  createTransport,
  loadContent,
  additions,
  openInvitation,
  findReferral,
  envelope,
  linkReturnPath,
  now,
}: MessageSenderParts): MessageSender {
  let current: { settings: DeliverySettings; transport: MailTransport | null } | null = null;
  const underWay = new Set<Promise<unknown>>();
  /** The current transport, and others that may still have messages in flight. */
  const transports = new Set<MailTransport>();

  function openTransport(settings: DeliverySettings): MailTransport | null {
    const replaced = current?.transport;
    if (replaced) {
      replaced.close();
      void Promise.allSettled(underWay).then(() => transports.delete(replaced));
    }
    if (settings.simulationMode) return null;
    const transport = createTransport(settings);
    transports.add(transport);
    return transport;
  }

  async function refresh(version?: string) {
    if (current && current.settings.version === version) return current;
    const settings = await loadSettings();
    if (current?.settings.version !== settings.version) {
      current = { settings, transport: openTransport(settings) };
    }
    return current ?? { settings, transport: null };
  }

  async function send(message: LeasedMessage): Promise<Attempt> {
    const { settings, transport } = await refresh(message.settingsVersion);
    if (message.simulated || settings.simulationMode || !transport) return { type: "simulated" };
    const outgoing = await compose(message, settings);
    return "type" in outgoing ? outgoing : transport.send(outgoing);
  }

  async function sendThrough(message: LeasedMessage, settings: DeliverySettings): Promise<Attempt> {
    if (message.simulated) return { type: "simulated" };
    const transport = createTransport(settings);
    transports.add(transport);
    try {
      const outgoing = await compose(message, settings);
      return "type" in outgoing ? outgoing : await transport.send(outgoing);
    } finally {
      transport.close();
      transports.delete(transport);
    }
  }

  function track(attempt: Promise<Attempt>): Promise<Attempt> {
    const done: Promise<unknown> = attempt.then(
      () => underWay.delete(done),
      () => underWay.delete(done),
    );
    underWay.add(done);
    return attempt;
  }

  async function compose(
    message: LeasedMessage,
    settings: DeliverySettings,
  ): Promise<OutgoingMessage | { type: "refused"; message: string }> {
    try {
      const content = await loadContent(message);
      const added = await additions.make(message, settings.senderEmail);
      const invitation = message.invitationId === null ? null : await openInvitation(message.invitationId);
      if (message.invitationId !== null && invitation === null)
        throw new ContentError("Cette invitation n’est plus valable.");
      const usesReferral = referralVariablesIn(`${message.subject} ${content.html}`).length > 0;
      const referral = usesReferral ? await findReferral(message) : null;
      if (usesReferral && referral === null)
        throw new ContentError("Ce que ce message annonce du parrainage n’est plus vrai.");
      return {
        ...composeMessage({ ...message, invitation, referral }, content, added, settings, now()),
        envelopeFrom: returnPathOf(message, settings),
      };
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return { type: "refused", message: error.message };
    }
  }

  function returnPathOf({ id, link }: LeasedMessage, { bounceEmail }: DeliverySettings): string | null {
    if (link !== null) return linkReturnPath;
    return bounceEmail && envelope.address(bounceEmail, id);
  }

  return {
    attempt: (message) => track(send(message)),
    attemptThrough: (message, settings) => track(sendThrough(message, settings)),
    settings: async () => (await refresh()).settings,
    current: () => current?.settings ?? null,
    async settled() {
      await Promise.all(underWay);
    },
    close() {
      current?.transport?.close();
      current = null;
    },
    abort() {
      for (const transport of transports) transport.abort();
    },
  };
}

/** Composes the message to send: fills in the recipient's values and adds the product's parts. Headers are equal at every attempt. */
function composeMessage(
  message: LeasedMessage & { invitation: InvitationValues | null; referral: ReferralValues | null },
  content: PreparedContent,
  { additionTexts, headers }: MadeAdditions,
  settings: DeliverySettings,
  now: Date,
): Omit<OutgoingMessage, "envelopeFrom"> {
  const { recipientEmail: email, variables, isDraft } = message;
  const { invitation, referral } = isDraft ? sampleRecipient : message;
  const values = templateValues({ email, variables, invitation, referral }, now);
  return {
    messageId: `${message.id}@${settings.senderEmail.slice(settings.senderEmail.lastIndexOf("@") + 1)}`,
    logId: message.id,
    date: now,
    from: { name: settings.senderName, address: settings.senderEmail },
    replyTo: settings.replyTo,
    to: { name: message.recipientName ?? "", address: message.recipientEmail },
    subject: singleLine(fillTemplate(message.subject, values)),
    ...insertAdditions(
      { html: fillTemplate(content.html, values, escapeHtml), text: fillTemplate(content.text, values) },
      additionTexts,
    ),
    attachments: content.attachments,
    holdsLink: message.link !== null,
    headers: { ...(message.automatic && { "Auto-Submitted": "auto-generated" }), ...headers },
  };
}

/** Removes line breaks, which old values may contain and headers must not. */
function singleLine(text: string): string {
  return text.replace(/[\r\n\t]+/g, " ").trim();
}

type Deps = { sender: Pick<MessageSender, "attempt" | "attemptThrough">; log: Logger };

/**
 * Makes one attempt. Returns an outcome for an exception too, because the lease has to end: the message was not handed over.
 * @param through settings to use instead of the stored ones
 */
export async function tryToSend(
  { sender, log }: Deps,
  message: LeasedMessage,
  through?: DeliverySettings,
): Promise<Attempt> {
  try {
    return await (through ? sender.attemptThrough(message, through) : sender.attempt(message));
  } catch (error) {
    log.error("a message could not be prepared", { logId: message.id, error });
    return { type: "unreachable", message: "Le message n’a pas pu être préparé." };
  }
}
