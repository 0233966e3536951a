import type { Logger } from "#server/lib/logger.ts";
import type { DeliverySettings } from "#server/mail/transports/delivery-settings.ts";
import type { Attempt } from "./attempt.ts";
import type { LeasedMessage } from "./leased-message.ts";
import type { MessageSender } from "./message-sender.ts";

type Deps = { sender: Pick<MessageSender, "attempt" | "attemptThrough">; log: Logger };

/**
 * One attempt. Whatever goes wrong in here, the message was not handed over, and its lease has to end.
 * @param through other settings than the stored ones
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
