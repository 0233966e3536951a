import type { CreateAdmin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { systemActor } from "#contract/journal.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { addAdmin, changeAdmins, ensureAdmin, lookUpAdmin } from "./admins.service.ts";
import { sendLink } from "./link-mail.service.ts";
import { type IssuedLink, issueLink, type LinkDependencies } from "./links.service.ts";
import type { InvitationDependencies } from "./mailed-link.ts";

type Invitation = CreateAdmin & { admin: CurrentAdmin };

/** Adds an administrator, who chooses a password with the link: nobody else ever knows it. */
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

/** A new link for somebody whose first one is lost, too old or already used (a forgotten password). */
export async function renewLink(deps: InvitationDependencies, { id, actor }: { id: string; actor: string }) {
  const { account, ...link } = await deps.db.transaction(async (tx) => {
    const found = await lookUpAdmin(tx, { id });
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
  return changeAdmins(deps.db, async (tx) => {
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
