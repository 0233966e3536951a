import type { Mailbox } from "#server/mail/bounces/open-mailbox.ts";

/** Messages by UID; `filed` lists the UIDs of messages that were moved away. */
export type Inbox = { messages: Map<number, string>; filed: number[] };

/** A bounce mailbox without an IMAP server. */
export function mailboxOf({ messages, filed }: Inbox): Mailbox {
  return {
    uidValidity: 7,
    uidNext: Math.max(0, ...messages.keys()) + 1,
    count: messages.size,
    list: async (after) => [...messages.keys()].filter((uid) => uid > after),
    read: async (uids) =>
      uids.flatMap((uid) => {
        const source = messages.get(uid);
        return source === undefined ? [] : [{ uid, source: Buffer.from(source) }];
      }),
    async file(uids) {
      for (const uid of uids) messages.delete(uid);
      filed.push(...uids);
    },
    close: async () => {},
  };
}
