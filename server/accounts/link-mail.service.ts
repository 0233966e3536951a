import type { InvitationDependencies, SendAccountLink } from "./mailed-link.ts";

/**
 * Sends a link of its own, which is made when the message leaves. The super administrator is shown another in any case, so
 * that a mail that fails stops nothing.
 * @returns whether it left by now
 */
export async function sendLink(
  { sendAccountLink, log }: Pick<InvitationDependencies, "sendAccountLink" | "log">,
  message: Parameters<SendAccountLink>[0],
): Promise<boolean> {
  try {
    return await sendAccountLink(message);
  } catch (error) {
    log.warn("an administrator's link could not be sent by e-mail", { error });
    return false;
  }
}
