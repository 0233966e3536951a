import { adminMessages, attemptLimits } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { sendLostPasswordLink } from "#server/features/accounts/admins/admin-list.service.ts";
import { withAdminLock } from "#server/features/accounts/admins/admins.repository.ts";
import {
  addressAttempts,
  attemptKey,
  beginAttempt,
  settleAttempt,
} from "#server/features/accounts/attempts/attempts.service.ts";
import { consumeLink, findLinkOwner, setPassword } from "#server/features/accounts/links/links.repository.ts";
import type { InvitationDependencies } from "#server/features/accounts/links/mailed-link.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { isCommonPassword } from "./common-password.rules.ts";
import { hashPassword } from "./password-hash.ts";
import { accountAttempts } from "./sign-in.service.ts";

const invalidLink = () => invalid({ token: adminMessages.linkInvalid });

/** @throws ApiError 400 when attackers try this password first */
export function ensureUncommon(newPassword: string): void {
  if (isCommonPassword(newPassword)) throw invalid({ newPassword: adminMessages.passwordTooCommon });
}

/** Tells the address of a link's account to whoever holds the link, before anything is typed. */
export async function readLink(deps: AppDependencies, { token, client }: { token: string; client: string }) {
  const owner = await findLinkOwner(deps.db, token, deps.now());
  if (!owner) throw invalidLink();
  await settleAttempt(deps, { cleared: [], returned: [addressAttempts(deps, "link-address", client)] });
  return owner;
}

/** Sets the password with a one-time link: activates the account, or replaces a lost password. Ends all its sessions. */
export async function redeemLink(
  deps: AppDependencies,
  { token, newPassword }: { token: string; newPassword: string },
) {
  const now = deps.now();
  // Looked at first, so that worthless links cost no hash and a refused password leaves the link unused.
  if (!(await findLinkOwner(deps.db, token, now))) throw invalidLink();
  ensureUncommon(newPassword);
  const passwordHash = await hashPassword(newPassword);
  const owner = await withAdminLock(deps.db, async (tx) => {
    const admin = await consumeLink(tx, token, now);
    if (!admin) throw invalidLink();
    await setPassword(tx, { userId: admin.id, passwordHash, now });
    await recordEntry(tx, {
      actor: admin.email,
      action: admin.activatedAt ? "account.password_reset" : "account.activated",
      subject: admin.id,
    });
    return admin;
  });
  // Whoever guessed at the old password holds up the owner of the new one no longer.
  await settleAttempt(deps, { cleared: [accountAttempts(deps, owner.email)], returned: [] });
  return owner;
}

/**
 * Somebody forgot the password. What follows happens after the answer: neither its content nor its time tells whether
 * the address is an administrator's.
 */
export async function requestLink(deps: InvitationDependencies, email: string): Promise<void> {
  await beginAttempt(deps, [
    attemptKey(deps, "lost-password-account", email.toLowerCase(), attemptLimits.lostPasswordPerAccount),
  ]);
  sendLostPasswordLink(deps, email).catch((error: unknown) => {
    deps.log.error("a link for a forgotten password could not be made", { error });
  });
}
