import { lookUpAdmin } from "./admins.service.ts";
import { addLink, type LinkDependencies } from "./links.service.ts";
import type { MailedLink } from "./mailed-link.ts";

/**
 * Makes the link of a message that is about to leave, so that its life begins then, however long the message waited. A
 * link of an attempt that failed is known to nobody. Other links of the account stay as they are.
 * @returns null when nobody needs it any more: the account is gone, or was activated with another link
 */
export async function makeMailedLink(
  deps: LinkDependencies,
  { accountId, purpose }: MailedLink,
): Promise<string | null> {
  const admin = await lookUpAdmin(deps.db, { id: accountId });
  if (!admin || (purpose === "invitation" && admin.activatedAt)) return null;
  const { activationLink } = await addLink(deps, deps.db, admin.id);
  return activationLink;
}
