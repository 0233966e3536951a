/** A link that a message is about; it is made when the message leaves. */
export type MailedLink = { accountId: string; purpose: "invitation" | "lost_password" };
