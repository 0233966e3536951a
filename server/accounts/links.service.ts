import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { deleteTokensOf, insertToken } from "./one-time-tokens.queries.ts";
import { makeToken } from "./session-token.ts";

/** What making a link takes; the command line has no more than this. */
export type LinkDependencies = Pick<AppDependencies, "db" | "now"> & { config: { baseUrl: string } };

export type IssuedLink = { activationLink: string; expiresAt: Date };

/** Makes a one-time link with which an administrator chooses a password. Other links of the account stay as they are. */
export async function addLink(
  { now, config }: Omit<LinkDependencies, "db">,
  db: Db,
  userId: string,
): Promise<IssuedLink> {
  const token = makeToken();
  const expiresAt = new Date(now().getTime() + limits.invitationHours * 60 * 60 * 1000);
  await insertToken(db, { purpose: "link", token, userId, expiresAt });
  // In the fragment, which browsers send to no server: no log of a proxy ever holds it.
  return { activationLink: `${config.baseUrl}/admin/activate#token=${token}`, expiresAt };
}

/**
 * Makes the one-time link with which an administrator chooses a password; older links of that account, and its pending
 * second factors, end. Invitations, renewals, set-up and the command line all come here.
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
