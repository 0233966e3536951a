import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { wrongPassword } from "./accounts.errors.ts";
import {
  type CheckedUser,
  findAdmin,
  findAdminByEmail,
  findUser,
  lockUser,
  markActivated,
  withAdminLock,
  withUserLock,
} from "./admins.queries.ts";
import {
  accountAttempts,
  attemptKey,
  beginAttempt,
  forgiveAttempts,
  ownAttempts,
  returnAttempt,
  withAttemptLimit,
} from "./attempts.service.ts";
import { isCommonPassword } from "./common-passwords.rules.ts";
import {
  consumeToken,
  deleteTokensOf,
  findPasswordHash,
  findTokenUser,
  insertToken,
  storePasswordHash,
} from "./credentials.queries.ts";
import { hashPassword, verifyPassword } from "./password-hashes.ts";
import { type Client, makeToken } from "./request-identity.ts";
import { openSession, revokeAccess, withOwnCredentials } from "./sessions.service.ts";

/** Returns the hash to store. @throws ApiError 400 for a password that attackers try early */
async function prepareNewPassword(newPassword: string): Promise<string> {
  ensureUncommon(newPassword);
  return hashPassword(newPassword);
}

function ensureUncommon(newPassword: string): void {
  if (isCommonPassword(newPassword)) throw invalid({ newPassword: adminMessages.passwordTooCommon });
}

/**
 * Finds the user with this address and password, or null. An unknown address and an account without password also compute
 * a hash, so that the timing reveals nothing. The last change of the credentials is read before the hash, see `admitUser`.
 */
export async function findUserByPassword(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<CheckedUser | null> {
  const user = await findUser(db, { email });
  const hash = await findPasswordHash(db, user?.id ?? "");
  if (hash === null) {
    await hashPassword(password);
    return null;
  }
  return (await verifyPassword({ hash, password })) ? user : null;
}

/** @throws ApiError 400 with the field */
export async function ensurePassword(
  db: Db,
  { userId, password, field = "password" }: { userId: string; password: string; field?: string },
): Promise<void> {
  const hash = await findPasswordHash(db, userId);
  if (!hash || !(await verifyPassword({ hash, password }))) throw wrongPassword(field);
}

type PasswordChange = {
  admin: CurrentAdmin;
  userAgent: string;
  currentPassword: string;
  newPassword: string;
};

/** Replaces the own password; every other session ends. Returns the new token of the current session. */
export function changePassword(
  deps: AppDependencies,
  { admin, userAgent, currentPassword, newPassword }: PasswordChange,
): Promise<string> {
  ensureUncommon(newPassword);
  return withAttemptLimit(deps, ownAttempts(deps, "password-confirmation", admin.id), async () => {
    await ensurePassword(deps.db, {
      userId: admin.id,
      password: currentPassword,
      field: "currentPassword",
    });
    const passwordHash = await hashPassword(newPassword);
    const now = deps.now();
    return withOwnCredentials(deps.db, admin, now, async (tx) => {
      await storePasswordHash(tx, { userId: admin.id, passwordHash, now });
      const action = "account.password_changed";
      await recordEntry(tx, { actor: admin.email, action, subject: admin.id });
      await revokeAccess(tx, admin.id, { now });
      return openSession(tx, { userId: admin.id, userAgent, now });
    });
  });
}

/** The dependencies of links, which the command line has too. */
export type LinkDependencies = Pick<AppDependencies, "db" | "now"> & { config: { baseUrl: string } };

export type IssuedLink = { activationLink: string; expiresAt: Date };

/** Makes a one-time link with which an administrator chooses a password. Other links of the account stay as they are. */
async function addLink(
  { now, config }: Omit<LinkDependencies, "db">,
  db: Db,
  userId: string,
): Promise<IssuedLink> {
  const token = makeToken();
  const expiresAt = new Date(now().getTime() + limits.invitationHours * 60 * 60 * 1000);
  await insertToken(db, { purpose: "link", token, userId, expiresAt });
  // The token is in the fragment, which browsers never send to a server, so that no proxy can log it.
  return { activationLink: `${config.baseUrl}/admin/activate#token=${token}`, expiresAt };
}

/**
 * Makes the one-time link with which an administrator chooses a password, and ends the account's older links and pending
 * second factors. Invitations, renewals, set-up and the command line use it.
 */
export async function issueLink(
  deps: LinkDependencies,
  { id }: { id: string },
  db: Db = deps.db,
): Promise<IssuedLink> {
  return db.transaction(async (tx) => {
    await deleteTokensOf(tx, id);
    return addLink(deps, tx, id);
  });
}

type RequestedLink = { accountId: string; purpose: "invitation" | "lost_password" };

/**
 * The link that a message carries. It is created when the message leaves, unless the account's credentials changed since the
 * message was written (`credentialsChangedAt`).
 */
export type MailedLink = RequestedLink & { credentialsChangedAt?: string | null };

/**
 * Sends an administrator a separate one-time link by e-mail. False: no message has left yet, so the link has to be handed
 * over by other means.
 */
export type SendAccountLink = (message: MailedLink & { email: string }) => Promise<boolean>;

/** `sendAccountLink` comes from the mail feature; `compose.ts` passes it in. */
export type InvitationDependencies = AppDependencies & { sendAccountLink: SendAccountLink };

/**
 * Creates the link when its message leaves, so that its lifetime does not include the wait in the queue. The link of a failed
 * attempt stays unknown. Other links of the account stay valid.
 * @returns null when the link is no longer needed: the account is deleted, was activated with another link, or its credentials
 * changed meanwhile
 */
export async function makeMailedLink(
  deps: LinkDependencies,
  { accountId, purpose, credentialsChangedAt }: MailedLink,
): Promise<string | null> {
  return withUserLock(deps.db, accountId, async (tx, user) => {
    const admin = await findAdmin(tx, accountId);
    if (!admin || (purpose === "invitation" && admin.activatedAt)) return null;
    if (credentialsChangedAt !== undefined && credentialsChangedAt !== changeOf(user)) return null;
    const { activationLink } = await addLink(deps, tx, admin.id);
    return activationLink;
  });
}

const changeOf = (user: CheckedUser | null) => user?.credentialsChangedAt?.toISOString() ?? null;

/**
 * Sends a separate link, which is created when the message leaves. The super administrator always sees another link on the
 * screen, so a failed mail blocks nothing.
 * @returns whether the message has left
 */
export async function sendLink(
  { db, sendAccountLink, log }: Pick<InvitationDependencies, "db" | "sendAccountLink" | "log">,
  message: RequestedLink & { email: string },
): Promise<boolean> {
  try {
    const credentialsChangedAt = changeOf(await findUser(db, { id: message.accountId }));
    return await sendAccountLink({ ...message, credentialsChangedAt });
  } catch (error) {
    log.warn("an administrator's link could not be sent by e-mail", { error });
    return false;
  }
}

export function toActivationLink({ activationLink, expiresAt, emailed }: IssuedLink & { emailed: boolean }) {
  return { activationLink, expiresAt: expiresAt.toISOString(), emailed };
}

const invalidLink = () => invalid({ token: adminMessages.linkInvalid });

/** Returns the address of the link's account, so that the page can show it before the password is typed. */
export async function readLink(deps: AppDependencies, { token, client }: { token: string; client: Client }) {
  const { email } = await ownerOf(deps, token);
  await returnAttempt(deps, "link-address", client);
  return { email };
}

async function ownerOf({ db, now }: Pick<AppDependencies, "db" | "now">, token: string) {
  const id = await findTokenUser(db, { purpose: "link", token }, now());
  const owner = id === null ? null : await findAdmin(db, id);
  if (!owner) throw invalidLink();
  return owner;
}

/** Sets the password with a one-time link: activates the account, or replaces a lost password. Ends all its sessions. */
export async function redeemLink(
  deps: AppDependencies,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ email: string }> {
  // The token is only read here: an invalid link then costs no hash, and a refused password leaves the link unused.
  const { id } = await ownerOf(deps, token);
  const passwordHash = await prepareNewPassword(newPassword);
  const redeemed = { id, token, passwordHash, now: deps.now() };
  const owner = await withAdminLock(deps.db, (tx) => takeLink(tx, redeemed));
  // Failed attempts at the old password must not throttle sign-ins with the new password.
  await forgiveAttempts(deps, { cleared: [accountAttempts(deps, owner.email)] });
  return owner;
}

type Redeemed = { id: string; token: string; passwordHash: string; now: Date };

async function takeLink(tx: Db, { id, token, passwordHash, now }: Redeemed): Promise<{ email: string }> {
  await lockUser(tx, id);
  const userId = await consumeToken(tx, { purpose: "link", token }, now);
  const admin = userId === null ? null : await findAdmin(tx, userId);
  if (!admin) throw invalidLink();
  const { email, activatedAt } = admin;
  await markActivated(tx, id, now);
  await storePasswordHash(tx, { userId: id, passwordHash, now });
  await revokeAccess(tx, id, { now });
  const action = activatedAt ? "account.password_reset" : "account.activated";
  await recordEntry(tx, { actor: email, action, subject: id });
  return { email };
}

/**
 * Starts a password reset. The work happens after the answer, so that neither the answer's content nor its timing reveals
 * whether the address belongs to an administrator.
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
 * a stranger's request must not end them.
 */
async function sendLostPasswordLink(deps: InvitationDependencies, email: string): Promise<void> {
  const admin = await findAdminByEmail(deps.db, email);
  if (!admin?.activatedAt) return;
  await sendLink(deps, { accountId: admin.id, email: admin.email, purpose: "lost_password" });
}
