/** The messages of invitations, as their feature asks for them. */
import { insertInvitationMails } from "./new-messages.queries.ts";
import { deleteWaitingOf } from "./withdrawals.queries.ts";

export { deleteWaitingOf, insertInvitationMails };
