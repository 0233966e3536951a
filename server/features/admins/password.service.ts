import { adminMessages, attemptLimits } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { sendLostPasswordLink } from "./admin-list.service.ts";
import { withAdminLock } from "./admins.repository.ts";
import { attemptKey, beginAttempt } from "./attempts.service.ts";
import { isCommonPassword } from "./common-password.rules.ts";
import { consumeLink, isLinkValid, setPassword } from "./links.repository.ts";
import { hashPassword } from "./password-hash.ts";

const invalidLink = () => invalid({ token: adminMessages.linkInvalid });

/** @throws ApiError 400 when attackers try this password first */
export function ensureUncommon(newPassword: string): void {
  if (isCommonPassword(newPassword)) throw invalid({ newPassword: adminMessages.passwordTooCommon });
}

type Redemption = { token: string; newPassword: string; address: string };

/** Sets the password with a one-time link: activates the account, or replaces a lost password. Ends all its sessions. */
export async function redeemLink(deps: AppDependencies, { token, newPassword, address }: Redemption) {
  await beginAttempt(deps, [attemptKey(deps, "link-address", address, attemptLimits.otherPerAddress)]);
  const now = deps.now();
  // Looked at first, so that worthless links cost no hash and a refused password leaves the link unused.
  if (!(await isLinkValid(deps.db, token, now))) throw invalidLink();
  ensureUncommon(newPassword);
  const passwordHash = await hashPassword(newPassword);
  await withAdminLock(deps.db, async (tx) => {
    const admin = await consumeLink(tx, token, now);
    if (!admin) throw invalidLink();
    await setPassword(tx, { userId: admin.id, passwordHash, now });
    await recordEntry(tx, {
      actor: admin.email,
      action: admin.activatedAt ? "account.password_reset" : "account.activated",
      subject: admin.id,
    });
  });
}

/**
 * Somebody forgot the password. What follows happens after the answer: neither its content nor its time tells whether
 * the address is an administrator's.
 */
export async function requestLink(
  deps: AppDependencies,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await beginAttempt(deps, [
    attemptKey(deps, "lost-password-address", address, attemptLimits.otherPerAddress),
    attemptKey(deps, "lost-password-account", email.toLowerCase(), attemptLimits.lostPasswordPerAccount),
  ]);
  sendLostPasswordLink(deps, email).catch((error: unknown) => {
    deps.log.error("a link for a forgotten password could not be made", { error });
  });
}
