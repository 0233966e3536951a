import type { CampaignKind, EmailType, RecipientVariables } from "#contract/email.ts";
import type { MailedLink } from "#server/accounts/mailed-link.ts";

/** A message to one person. */
export type NewMessage = {
  recipientEmail: string;
  recipientName: string | null;
  subject: string;
  content: string;
  emailType: EmailType;
  /** What its text is filled in with; by default the recipient's name. */
  variables?: RecipientVariables;
  /** It tells administrators something; without it, it is written to a visitor. */
  forAdmins?: true;
  /** Its author is its recipient: like a test and what administrators are told, it never blocks its address. */
  toOneself?: boolean;
  /** It is a draft, to be seen as it will look to the recipients of such a message: a person to fill it in with, and since when they agree to news. */
  draft?: { purpose: CampaignKind; variables: RecipientVariables; consentedAt: string | null };
};

/** What a personal link leads to: an administrator's password, or somebody's own data. It is made when the message leaves. */
export type PersonalLink = MailedLink | { purpose: "my_data"; emailHash: string };

export type NewLinkMessage = {
  recipientEmail: string;
  mailboxKey: string;
  subject: string;
  content: string;
  link: PersonalLink;
};

/** Somebody who is written to because of a sign-up of theirs. */
export type TemplateRecipient = {
  signupId: string;
  email: string;
  firstname: string;
  name: string;
  /** The bulk action that decided on the sign-up. */
  bulkId?: string;
};
