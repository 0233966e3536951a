/** The messages of invitations, as their feature asks for them. */
import { insertInvitationMails } from "./new-messages.queries.ts";
import { deleteWaitingMessages } from "./withdrawals.queries.ts";

export { deleteWaitingMessages, insertInvitationMails };
