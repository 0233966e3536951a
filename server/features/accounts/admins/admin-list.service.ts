import type { CreateAdmin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { replaceLinks } from "#server/features/accounts/links/links.repository.ts";
import { type LinkDependencies, makeLink } from "#server/features/accounts/links/mailed-link.service.ts";
import type { InvitationDependencies, SendAccountLink } from "#server/features/accounts/links/mailed-link.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { forbidden, notFound } from "#server/lib/http/errors.ts";
import { adminExists, lastSuperAdmin, ownAccount } from "./admins.errors.ts";
import {
  type AdminRow,
  countOtherSuperAdmins,
  deleteAccount,
  findAdmin,
  findAdminByEmail,
  insertNewAdmin,
  makeSuperAdmin,
  withAdminLock,
} from "./admins.repository.ts";

export type IssuedLink = { activationLink: string; expiresAt: Date };

/**
 * Makes the one-time link with which an administrator chooses a password; older links of that account end.
 * Invitations, renewals, set-up and the command line all come here.
 */
export async function issueLink(
  deps: LinkDependencies,
  admin: AdminRow,
  db: Db = deps.db,
): Promise<IssuedLink> {
  const { token, activationLink, expiresAt } = makeLink(deps);
  await replaceLinks(db, { token, userId: admin.id, expiresAt });
  return { activationLink, expiresAt };
}

/** Adds an administrator, who chooses a password with the link: nobody else ever knows it. */
export async function inviteAdmin(
  deps: InvitationDependencies,
  input: CreateAdmin & { actor: CurrentAdmin },
) {
  const invited = await addAdmin(deps, input);
  const { id, email } = invited.admin;
  const emailed = await sendLink(deps, { accountId: id, email, purpose: "invitation" });
  return { ...invited, emailed };
}

function addAdmin(
  deps: AppDependencies,
  { email, isSuperAdmin, actor }: CreateAdmin & { actor: CurrentAdmin },
) {
  return deps.db.transaction(async (tx) => {
    await ensureSuperAdmin(tx, actor.id);
    const admin = await insertNewAdmin(tx, { email, isSuperAdmin });
    if (!admin) throw adminExists();
    const link = await issueLink(deps, admin, tx);
    await recordEntry(tx, {
      actor: actor.email,
      action: "admin.invited",
      subject: admin.id,
      details: { email: admin.email, isSuperAdmin },
    });
    return { admin, ...link };
  });
}

/** A new link for somebody whose first one is lost, too old or already used (a forgotten password). */
export async function renewLink(
  deps: InvitationDependencies,
  { id, actor }: { id: string; actor: CurrentAdmin },
) {
  const { admin, ...link } = await deps.db.transaction(async (tx) => {
    const found = await findAdmin(tx, id);
    if (!found) throw notFound(adminMessages.adminGone);
    const issued = await issueLink(deps, found, tx);
    const details = { email: found.email };
    await recordEntry(tx, { actor: actor.email, action: "admin.link_renewed", subject: id, details });
    return { admin: found, ...issued };
  });
  const purpose = admin.activatedAt ? "lost_password" : "invitation";
  return { ...link, emailed: await sendLink(deps, { accountId: id, email: admin.email, purpose }) };
}

/**
 * Sends a link of its own, which is made when the message leaves. The super administrator is shown another in any case, so
 * that a mail that fails stops nothing.
 */
async function sendLink(
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

/**
 * Sends a link to somebody who forgot the password, if mail can be sent and the address is an active administrator's.
 * Says nothing of it to whoever asks. Open links and challenges stay valid: asking must not disturb the owner.
 */
export async function sendLostPasswordLink(deps: InvitationDependencies, email: string): Promise<void> {
  const admin = await findAdminByEmail(deps.db, email);
  if (!admin?.activatedAt) return;
  await sendLink(deps, { accountId: admin.id, email: admin.email, purpose: "lost_password" });
}

/**
 * Deletes an administrator, whose sessions end with the account. Two who delete each other at once come one after
 * the other: the second is no super administrator any more when its turn comes.
 */
export async function removeAdmin(deps: AppDependencies, { id, actor }: { id: string; actor: CurrentAdmin }) {
  if (id === actor.id) throw ownAccount();
  await withAdminLock(deps.db, async (tx) => {
    await ensureSuperAdmin(tx, actor.id);
    const admin = await findAdmin(tx, id);
    if (!admin) throw notFound(adminMessages.adminGone);
    if (admin.isSuperAdmin && (await countOtherSuperAdmins(tx, id)) === 0) throw lastSuperAdmin();
    await deleteAccount(tx, id);
    await recordEntry(tx, {
      actor: actor.email,
      action: "admin.deleted",
      subject: id,
      details: { email: admin.email, isSuperAdmin: admin.isSuperAdmin },
    });
  });
}

/** The right may have gone between the guard and the lock. */
async function ensureSuperAdmin(db: Db, id: string): Promise<void> {
  const admin = await findAdmin(db, id);
  if (!admin?.isSuperAdmin) throw forbidden();
}

/** From a shell on the server: adds the administrator, or renews the link of one who exists. */
export async function inviteFromShell(
  deps: LinkDependencies,
  { email, isSuperAdmin }: CreateAdmin,
): Promise<IssuedLink & { isNew: boolean }> {
  return withAdminLock(deps.db, async (tx) => {
    const known = await findAdminByEmail(tx, email);
    const admin = known ?? (await insertNewAdmin(tx, { email, isSuperAdmin }));
    if (!admin) throw adminExists();
    if (known && isSuperAdmin) await makeSuperAdmin(tx, known.id);
    const link = await issueLink(deps, admin, tx);
    await recordEntry(tx, {
      actor: systemActor,
      action: known ? "admin.link_renewed" : "admin.invited",
      subject: admin.id,
      details: { email: admin.email, isSuperAdmin: isSuperAdmin || admin.isSuperAdmin },
    });
    return { ...link, isNew: known === null };
  });
}
