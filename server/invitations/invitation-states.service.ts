/** The states of invitations, for use by other features. */
import type { Db } from "#server/lib/database/database.ts";
import { findInvitationsOf, type InvitationSummary } from "./invitations.queries.ts";

export { findInvitationsOf, type InvitationSummary };

/** The newest invitation of each sign-up that has one. */
export async function findNewestInvitations(
  db: Db,
  signupIds: string[],
  at: Date,
): Promise<Map<string, InvitationSummary>> {
  const found = await findInvitationsOf(db, signupIds, at);
  return new Map(found.reverse().map((invitation) => [invitation.signupId, invitation]));
}

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** Converts an invitation to the form of the API. */
export function presentInvitation({ signupId: _, remindedAt: _reminded, ...invitation }: InvitationSummary) {
  const { createdAt, sentAt, expiresAt, redeemedAt, revokedAt } = invitation;
  return {
    ...invitation,
    createdAt: createdAt.toISOString(),
    sentAt: iso(sentAt),
    expiresAt: iso(expiresAt),
    redeemedAt: iso(redeemedAt),
    revokedAt: iso(revokedAt),
  };
}
