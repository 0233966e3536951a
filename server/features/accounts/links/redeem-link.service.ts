import { adminMessages } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  type AdminRow,
  lockAdmin,
  markActivated,
  withAdminLock,
} from "#server/features/accounts/admins/admins.repository.ts";
import { returnAttempt } from "#server/features/accounts/attempts/address-attempts.ts";
import { accountAttempts, settleAttempt } from "#server/features/accounts/attempts/attempts.service.ts";
import { hashPassword } from "#server/features/accounts/passwords/password-hash.ts";
import { storePasswordHash } from "#server/features/accounts/passwords/passwords.repository.ts";
import { ensureUncommon } from "#server/features/accounts/passwords/passwords.service.ts";
import { deleteSessionsOf } from "#server/features/accounts/sessions/sessions.repository.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { consumeToken, deleteTokensOf, findTokenOwner } from "./one-time-tokens.repository.ts";

const invalidLink = () => invalid({ token: adminMessages.linkInvalid });

/** Tells the address of a link's account to whoever holds the link, before anything is typed. */
export async function readLink(deps: AppDependencies, { token, client }: { token: string; client: string }) {
  const owner = await findTokenOwner(deps.db, { purpose: "link", token }, deps.now());
  if (!owner) throw invalidLink();
  await returnAttempt(deps, "link-address", client);
  return owner;
}

/** Sets the password with a one-time link: activates the account, or replaces a lost password. Ends all its sessions. */
export async function redeemLink(
  deps: AppDependencies,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ email: string }> {
  const now = deps.now();
  // Looked at first, so that worthless links cost no hash and a refused password leaves the link unused.
  if (!(await findTokenOwner(deps.db, { purpose: "link", token }, now))) throw invalidLink();
  ensureUncommon(newPassword);
  const passwordHash = await hashPassword(newPassword);
  const owner = await withAdminLock(deps.db, async (tx) => {
    const admin = await takeLink(tx, token, now);
    await setFirstOrNewPassword(tx, admin, { passwordHash, now });
    return admin;
  });
  // Whoever guessed at the old password holds up the owner of the new one no longer.
  await settleAttempt(deps, { cleared: [accountAttempts(deps, owner.email)] });
  return owner;
}

async function takeLink(tx: Db, token: string, now: Date): Promise<AdminRow> {
  const userId = await consumeToken(tx, { purpose: "link", token }, now);
  const admin = userId === null ? null : await lockAdmin(tx, userId);
  if (!admin) throw invalidLink();
  return admin;
}

async function setFirstOrNewPassword(
  tx: Db,
  { id, email, activatedAt }: AdminRow,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  await storePasswordHash(tx, { userId: id, passwordHash, now });
  await markActivated(tx, id, now);
  await deleteSessionsOf(tx, id);
  await deleteTokensOf(tx, id);
  const action = activatedAt ? "account.password_reset" : "account.activated";
  await recordEntry(tx, { actor: email, action, subject: id });
}
