import type { TransportChange } from "#contract/notices.schema.ts";
import { superAdminEmails } from "#server/accounts/super-admins.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { writeMessage } from "#server/mail/sending/messages.service.ts";
import type { NewMessage } from "#server/mail/sending/new-messages.queries.ts";
import { postNotice } from "#server/notices/notices.service.ts";
import { transportChangeMail } from "./transport-change.view.ts";

type Announcement = { change: TransportChange; at: Date; baseUrl: string; canSend: boolean };

/**
 * Tells all super administrators: whoever takes mail over must not be able to do it unseen. Pass the transaction of the
 * change.
 * @param canSend whether mail left before the change, and leaves after it
 * @returns the messages, which are to be sent through the transport that was there before
 */
export async function announceTransportChange(
  tx: Db,
  { change, at, baseUrl, canSend }: Announcement,
): Promise<string[]> {
  await postNotice(tx, { kind: "transport_changed", details: change });
  if (!canSend) return [];
  const message = transportChangeMail(change, { at, baseUrl });
  const ids: string[] = [];
  for (const recipientEmail of await superAdminEmails(tx)) {
    const entry: NewMessage = {
      ...{ ...message, recipientEmail, recipientName: null },
      ...{ emailType: "transactional", forAdmins: true },
    };
    ids.push(await writeMessage(tx, entry, { simulated: false }));
  }
  return ids;
}
