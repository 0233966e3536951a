/** The messages of invitations, for the invitations feature. */
import { emailMessages } from "#contract/email.ts";
import { invitationVariablesIn } from "#contract/template-variables.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { type InvitationMessage, insertInvitationMails } from "./new-messages.queries.ts";
import { deleteWaitingMessages } from "./withdrawals.queries.ts";

/** Refuses the variables of invitations in other messages, which have no invitation code. @throws ApiError 400 */
export function ensureNoInvitationVariables(text: { subject: string; content: string }): void {
  if (invitationVariablesIn(`${text.subject} ${text.content}`).length > 0)
    throw invalid({ content: emailMessages.onlyInInvitations });
}

export { deleteWaitingMessages, type InvitationMessage, insertInvitationMails };
