import { randomBytes } from "node:crypto";
import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findAdmin } from "#server/features/accounts/admins/admins.repository.ts";
import { insertLink } from "./links.repository.ts";
import type { MailedLink } from "./mailed-link.ts";

/** What making and sending a link takes; the command line has no more than this. */
export type LinkDependencies = Pick<AppDependencies, "db" | "now"> & { config: { baseUrl: string } };

/** The token stands in the fragment, which browsers send to no server: no log of a proxy ever holds it. */
export function makeLink({ now, config }: LinkDependencies) {
  const token = randomBytes(24).toString("base64url");
  const expiresAt = new Date(now().getTime() + limits.invitationHours * 60 * 60 * 1000);
  return { token, expiresAt, activationLink: `${config.baseUrl}/admin/activate#token=${token}` };
}

/**
 * Makes the link of a message that is about to leave, so that its life begins then, however long the message waited. A
 * link of an attempt that failed is known to nobody. Other links of the account stay as they are.
 * @returns null when nobody needs it any more: the account is gone, or was activated with another link
 */
export async function makeMailedLink(
  deps: LinkDependencies,
  { accountId, purpose }: MailedLink,
): Promise<string | null> {
  const admin = await findAdmin(deps.db, accountId);
  if (!admin || (purpose === "invitation" && admin.activatedAt)) return null;
  const link = makeLink(deps);
  await insertLink(deps.db, { ...link, userId: admin.id });
  return link.activationLink;
}
