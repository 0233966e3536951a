import { adminMessages } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { returnAttempt } from "./address-attempts.ts";
import { activateAdmin, changeAdmins, lookUpAdmin } from "./admins.service.ts";
import { accountAttempts, settleAttempt } from "./attempts.service.ts";
import { consumeToken, findTokenUser } from "./one-time-tokens.queries.ts";
import { prepareNewPassword, setPassword } from "./passwords.service.ts";
import type { Client } from "./request-identity.ts";
import { revokeAccess } from "./revoke-access.service.ts";

const invalidLink = () => invalid({ token: adminMessages.linkInvalid });

/** Tells the address of a link's account to whoever holds the link, before anything is typed. */
export async function readLink(deps: AppDependencies, { token, client }: { token: string; client: Client }) {
  const { email } = await ownerOf(deps, token);
  await returnAttempt(deps, "link-address", client);
  return { email };
}

async function ownerOf({ db, now }: Pick<AppDependencies, "db" | "now">, token: string) {
  const id = await findTokenUser(db, { purpose: "link", token }, now());
  const owner = id === null ? null : await lookUpAdmin(db, { id });
  if (!owner) throw invalidLink();
  return owner;
}

/** Sets the password with a one-time link: activates the account, or replaces a lost password. Ends all its sessions. */
export async function redeemLink(
  deps: AppDependencies,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ email: string }> {
  // Looked at first, so that worthless links cost no hash and a refused password leaves the link unused.
  await ownerOf(deps, token);
  const passwordHash = await prepareNewPassword(newPassword);
  const redeemed = { token, passwordHash, now: deps.now() };
  const owner = await changeAdmins(deps.db, (tx) => takeLink(tx, redeemed));
  // Whoever guessed at the old password holds up the owner of the new one no longer.
  await settleAttempt(deps, { cleared: [accountAttempts(deps, owner.email)] });
  return owner;
}

type Redeemed = { token: string; passwordHash: string; now: Date };

async function takeLink(tx: Db, { token, passwordHash, now }: Redeemed): Promise<{ email: string }> {
  const userId = await consumeToken(tx, { purpose: "link", token }, now);
  const admin = userId === null ? null : await activateAdmin(tx, userId, now);
  if (!admin) throw invalidLink();
  const { id, email, activatedAt } = admin;
  await setPassword(tx, { userId: id, passwordHash, now });
  await revokeAccess(tx, id, { now });
  const action = activatedAt ? "account.password_reset" : "account.activated";
  await recordEntry(tx, { actor: email, action, subject: id });
  return { email };
}
