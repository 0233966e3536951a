import type { Admin, CreateAdmin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { forbidden, notFound } from "#server/lib/http/errors.ts";
import { adminExists, lastSuperAdmin, ownAccount } from "./accounts.errors.ts";
import {
  type AdminRow,
  countOtherSuperAdmins,
  countSuperAdmins,
  deleteAccount,
  findActiveSuperAdmins,
  findAdmin,
  findAdminByEmail,
  insertNewAdmin,
  makeSuperAdmin,
  withAdminLock,
} from "./admins.queries.ts";
import {
  type InvitationDependencies,
  type IssuedLink,
  issueLink,
  type LinkDependencies,
  sendLink,
} from "./links.service.ts";
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
export async function superAdminEmails(db: Db): Promise<string[]> {
  const admins = await findActiveSuperAdmins(db);
  return admins.map(({ email }) => email);
}

/** How many hold the keys, and whether each of their sign-ins needs a second factor. */
export async function superAdminSafety(db: Db): Promise<{ count: number; allTwoFactor: boolean }> {
  const { all, twoFactor } = await countSuperAdmins(db);
  return { count: all, allTwoFactor: all === twoFactor };
}

/** The right may have gone between the guard and the lock. */
async function ensureSuperAdmin(db: Db, id: string): Promise<void> {
  const admin = await findAdmin(db, id);
  if (!admin?.isSuperAdmin) throw forbidden();
}

type Invitation = CreateAdmin & { admin: CurrentAdmin };

/** Adds an administrator, who chooses a password with the link, so that no other administrator knows it. */
export async function inviteAdmin(deps: InvitationDependencies, invitation: Invitation) {
  const { added, ...link } = await deps.db.transaction(async (tx) => {
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

/** A new link for an administrator whose first one is lost, expired or already used (a forgotten password). */
export async function renewLink(deps: InvitationDependencies, { id, actor }: { id: string; actor: string }) {
  const { account, ...link } = await deps.db.transaction(async (tx) => {
    const found = await findAdmin(tx, id);
    if (!found) throw notFound(adminMessages.adminGone);
    const issued = await issueLink(deps, found, tx);
    const details = { email: found.email };
    await recordEntry(tx, { actor, action: "admin.link_renewed", subject: id, details });
    return { account: found, ...issued };
  });
  const purpose = account.activatedAt ? "lost_password" : "invitation";
  return { ...link, emailed: await sendLink(deps, { accountId: id, email: account.email, purpose }) };
}

/** From a shell on the server: adds the administrator, or renews the link of one who exists. */
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
