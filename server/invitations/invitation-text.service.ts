/** Checks the text of an invitation: if it gives the code, and who may send it. */
import { invitationVariablesIn } from "#contract/template-variables.ts";
import type { Db } from "#server/lib/database/database.ts";
import { serviceProtected } from "#server/mail/sending/campaigns.errors.ts";
import { findServiceReason } from "#server/mail/templates/templates.service.ts";

export const givesCode = ({ content }: { content: string }) => invitationVariablesIn(content).length > 0;

/**
 * An invitation is a service message. Only a super administrator may send any text; others need a text that one has allowed
 * (docs/decisions/0048). @throws ApiError 403
 */
export async function ensureMayInvite(
  db: Db,
  text: { subject: string; content: string },
  { isSuperAdmin }: { isSuperAdmin: boolean },
): Promise<void> {
  if (!isSuperAdmin && (await findServiceReason(db, text)) === null) throw serviceProtected();
}
