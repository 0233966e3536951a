import { createHmac, timingSafeEqual } from "node:crypto";
import type { Admin, CreateAdmin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { forbidden, notFound } from "#server/lib/http/errors.ts";
import { encodeTypedCode, readTypedCode } from "#server/lib/typed-code.ts";
import { adminExists, lastSuperAdmin, ownAccount, setUpDone, wrongSetUpCode } from "./accounts.errors.ts";
import {
  type AdminRow,
  countOtherSuperAdmins,
  countSuperAdmins,
  deleteAccount,
  findActiveSuperAdmins,
  findAdmin,
  findAdminByEmail,
  findPendingSuperAdmin,
  hasActivatedAdmin,
  insertAdmin,
  insertNewAdmin,
  makeSuperAdmin,
  renameAdmin,
  withAdminLock,
} from "./admins.queries.ts";
import { getInstallationKey } from "./installation.service.ts";
import {
  type InvitationDependencies,
  type IssuedLink,
  issueLink,
  type LinkDependencies,
  sendLink,
} from "./passwords.service.ts";
import { revokeAccess } from "./sessions.service.ts";

/** Adds an administrator for a super administrator. @throws ApiError 409 when the address is taken */
async function addAdmin(
  db: Db,
  { email, isSuperAdmin, admin }: CreateAdmin & { admin: CurrentAdmin },
): Promise<Admin> {
  await ensureSuperAdmin(db, admin.id);
  const added = await insertNewAdmin(db, { email, isSuperAdmin });
  if (!added) throw adminExists();
  return toAdmin(added);
}

/** Returns the administrator with this address; adds or promotes the account when needed. */
async function ensureAdmin(db: Db, { email, isSuperAdmin }: CreateAdmin) {
  const known = await findAdminByEmail(db, email);
  const admin = known ?? (await insertNewAdmin(db, { email, isSuperAdmin }));
  if (!admin) throw adminExists();
  if (known && isSuperAdmin) await makeSuperAdmin(db, known.id);
  return { ...admin, isSuperAdmin: isSuperAdmin || admin.isSuperAdmin, isNew: known === null };
}

/**
 * Deletes an administrator, whose sessions end with the account. Two concurrent deletions of each other run one after
 * the other: the second one fails, because its sender is no super administrator any more.
 */
export async function removeAdmin(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  { id, admin }: { id: string; admin: CurrentAdmin },
): Promise<void> {
  if (id === admin.id) throw ownAccount();
  await withAdminLock(db, async (tx) => {
    await ensureSuperAdmin(tx, admin.id);
    const removed = await findAdmin(tx, id);
    if (!removed) throw notFound(adminMessages.adminGone);
    if (removed.isSuperAdmin && (await countOtherSuperAdmins(tx, id)) === 0) throw lastSuperAdmin();
    await revokeAccess(tx, id, { now: now() });
    await deleteAccount(tx, id);
    await recordEntry(tx, {
      actor: admin.email,
      action: "admin.deleted",
      subject: id,
      details: { email: removed.email, isSuperAdmin: removed.isSuperAdmin },
    });
  });
}

/** The e-mail addresses of the super administrators who can sign in. */
export async function findSuperAdminEmails(db: Db): Promise<string[]> {
  const admins = await findActiveSuperAdmins(db);
  return admins.map(({ email }) => email);
}

/** How many super administrators can sign in, and whether all of them need a second factor. */
export async function getSuperAdminSecurity(db: Db): Promise<{ count: number; allTwoFactor: boolean }> {
  const { all, twoFactor } = await countSuperAdmins(db);
  return { count: all, allTwoFactor: all === twoFactor };
}

/** Checks the right again inside the lock: it may have been lost since the guard checked it. */
export async function ensureSuperAdmin(db: Db, id: string): Promise<void> {
  const admin = await findAdmin(db, id);
  if (!admin?.isSuperAdmin) throw forbidden();
}

type Invitation = CreateAdmin & { admin: CurrentAdmin };

/** Adds an administrator, who chooses a password with the link, so that no other administrator knows it. */
export async function inviteAdmin(deps: InvitationDependencies, invitation: Invitation) {
  const { added, ...link } = await withAdminLock(deps.db, async (tx) => {
    const admin = await addAdmin(tx, invitation);
    const issued = await issueLink(deps, admin, tx);
    const { id, email, isSuperAdmin } = admin;
    const details = { email, isSuperAdmin };
    await recordEntry(tx, { actor: invitation.admin.email, action: "admin.invited", subject: id, details });
    return { added: admin, ...issued };
  });
  const { id, email } = added;
  return { added, ...link, emailed: await sendLink(deps, { accountId: id, email, purpose: "invitation" }) };
}

/** Issues a new link for an administrator who lost the first one or forgot the password. */
export async function renewLink(
  deps: InvitationDependencies,
  { id, admin }: { id: string; admin: CurrentAdmin },
) {
  const { account, ...link } = await withAdminLock(deps.db, async (tx) => {
    await ensureSuperAdmin(tx, admin.id);
    const found = await findAdmin(tx, id);
    if (!found) throw notFound(adminMessages.adminGone);
    const issued = await issueLink(deps, found, tx);
    const details = { email: found.email };
    await recordEntry(tx, { actor: admin.email, action: "admin.link_renewed", subject: id, details });
    return { account: found, ...issued };
  });
  const purpose = account.activatedAt ? "lost_password" : "invitation";
  return { ...link, emailed: await sendLink(deps, { accountId: id, email: account.email, purpose }) };
}

/** Adds an administrator from a shell on the server, or renews the link of an existing one. */
export async function inviteFromShell(
  deps: LinkDependencies,
  { email, isSuperAdmin }: CreateAdmin,
): Promise<IssuedLink & { isNew: boolean }> {
  return withAdminLock(deps.db, async (tx) => {
    const admin = await ensureAdmin(tx, { email, isSuperAdmin });
    const link = await issueLink(deps, admin, tx);
    await recordEntry(tx, {
      actor: systemActor,
      action: admin.isNew ? "admin.invited" : "admin.link_renewed",
      subject: admin.id,
      details: { email: admin.email, isSuperAdmin: admin.isSuperAdmin },
    });
    return { ...link, isNew: admin.isNew };
  });
}

export function toAdmin({ id, email, isSuperAdmin, activatedAt, createdAt }: AdminRow): Admin {
  return {
    id,
    email,
    isSuperAdmin,
    activatedAt: activatedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** Prints on the console, for the operator only, where to create the first administrator. Prints nothing once there is one. */
export async function announceSetUp(
  deps: Pick<AppDependencies, "db" | "config" | "announce">,
): Promise<void> {
  if (!(await isSetUpRequired(deps.db))) return;
  const address = `${deps.config.baseUrl}/admin/setup#code=${await readSetUpCode(deps)}`;
  deps.announce(`There is no administrator yet. Make the first one at ${address}`);
}

/**
 * Creates the first super administrator, who chooses the password with the link. Only readers of the server's console have
 * the code. Set-up may be repeated, with another address, until the account is activated.
 */
export async function setUpFirstAdmin(
  deps: Pick<AppDependencies, "db" | "config" | "now">,
  { email, code }: { email: string; code: string },
): Promise<IssuedLink> {
  const expected = await readSetUpCode(deps);
  return withAdminLock(deps.db, async (tx) => {
    if (!(await isSetUpRequired(tx))) throw setUpDone();
    if (!isSetUpCode(code, expected)) throw wrongSetUpCode();
    const first = await ensureFirstAdmin(tx, email.toLowerCase());
    await recordEntry(tx, {
      actor: systemActor,
      action: "admin.set_up",
      subject: first.id,
      details: { email: first.email },
    });
    return issueLink(deps, first, tx);
  });
}

async function readSetUpCode({ db, config }: Pick<AppDependencies, "db" | "config">): Promise<string> {
  return deriveSetUpCode(config.authSecret, await getInstallationKey(db));
}

export async function isSetUpRequired(db: Db): Promise<boolean> {
  return !(await hasActivatedAdmin(db));
}

/** Promotes the account with this address, or creates a pending one; a repeated call changes the address of the pending one. */
async function ensureFirstAdmin(tx: Db, email: string): Promise<AdminRow> {
  const sameAddress = await findAdminByEmail(tx, email);
  if (sameAddress) {
    await makeSuperAdmin(tx, sameAddress.id);
    return { ...sameAddress, isSuperAdmin: true };
  }
  const pending = await findPendingSuperAdmin(tx);
  if (!pending) return insertAdmin(tx, { email, isSuperAdmin: true });
  await renameAdmin(tx, pending.id, email);
  return { ...pending, email };
}

const codeLength = 20;
const groupLength = 5;

/**
 * The code of the first start: 100 bits that follow from the secret and the database, so that every instance prints
 * the same one and none has to store it.
 */
export function deriveSetUpCode(authSecret: string, installationKey: string): string {
  const digest = createHmac("sha256", authSecret).update(`set-up:${installationKey}`).digest();
  return encodeTypedCode(digest.subarray(0, codeLength), groupLength);
}

/** Ignores case, spaces, dashes and look-alike letters. */
export function isSetUpCode(typed: string, code: string): boolean {
  const given = readTypedCode(typed, codeLength);
  const expected = readTypedCode(code, codeLength);
  return given !== null && expected !== null && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
