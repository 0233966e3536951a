import { attemptLimits } from "#contract/admins.ts";
import { lookUpAdmin } from "./admins.service.ts";
import { attemptKey, beginAttempt } from "./attempts.service.ts";
import { sendLink } from "./link-mail.service.ts";
import type { InvitationDependencies } from "./mailed-link.ts";

/**
 * Somebody forgot the password. What follows happens after the answer: neither its content nor its time tells whether
 * the address is an administrator's.
 */
export async function requestLink(deps: InvitationDependencies, { email }: { email: string }): Promise<void> {
  await beginAttempt(deps, [
    attemptKey(deps, "lost-password-account", email.toLowerCase(), attemptLimits.lostPasswordPerAccount),
  ]);
  sendLostPasswordLink(deps, email).catch((error: unknown) => {
    deps.log.error("a link for a forgotten password could not be made", { error });
  });
}

/**
 * Sends a link if mail can be sent and the address is an active administrator's. Open links and challenges stay valid:
 * asking must not disturb the owner.
 */
async function sendLostPasswordLink(deps: InvitationDependencies, email: string): Promise<void> {
  const admin = await lookUpAdmin(deps.db, { email });
  if (!admin?.activatedAt) return;
  await sendLink(deps, { accountId: admin.id, email: admin.email, purpose: "lost_password" });
}
