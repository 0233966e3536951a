import { z } from "zod";
import { type Audience, audiences } from "#contract/audience.ts";
import {
  type CampaignKind,
  campaignKinds,
  type EmailLane,
  type EmailType,
  emailLanes,
  emailTypes,
  type RecipientVariables,
} from "#contract/email.ts";
import type { PersonalLink } from "./new-message.ts";
import { recipientVariablesSchema } from "./recipient-variables.ts";

/** A message in this worker's hands. */
export type LeasedMessage = {
  id: string;
  recipientEmail: string;
  recipientName: string | null;
  subject: string;
  /** Null for a campaign's message. */
  content: string | null;
  variables: RecipientVariables;
  campaignId: string | null;
  lane: EmailLane;
  /** The personal link that it is to hold. */
  link: PersonalLink | null;
  purpose: CampaignKind;
  recipientHash: string;
  /** Since when its recipient agrees to news, in ISO 8601; null for what is no news. */
  consentedAt: string | null;
  /** The sign-up whose address it asks to confirm. */
  confirms: { audience: Audience; signupId: string } | null;
  /** It goes to somebody who visits the site, not to an administrator. */
  toVisitor: boolean;
  /** Its author's test of a draft: it looks as it will, and its links are nobody's. */
  isDraft: boolean;
  /** Nobody wrote it to this person: an event sent a template, or somebody asked for a link. */
  automatic: boolean;
  attempts: number;
  /** As the settings stood when it was leased: no socket may be opened. */
  simulated: boolean;
  /** Changes with every change of the settings. */
  settingsVersion: string;
};

/**
 * Where a worker takes its messages from: one campaign, or a kind of messages that wait for no campaign's turn. `probe`: one
 * that paused itself, whose server is tried.
 */
export type Lane = { campaignId: string; probe?: boolean } | Exclude<EmailLane, "campaign">;

const linkSchema = z.union([
  z.object({ accountId: z.string(), purpose: z.enum(["invitation", "lost_password"]) }),
  z.object({ emailHash: z.string(), purpose: z.literal("my_data") }),
]);

/** What the log keeps of a message beside the names: what its footer, links and headers are made of. */
export const additionsSchema = z.object({
  link: linkSchema.optional(),
  consentedAt: z.string().optional(),
  signupId: z.string().optional(),
  confirms: z.enum(audiences).optional(),
  forAdmins: z.boolean().optional(),
  shownAs: z.enum(campaignKinds).optional(),
});

/** As the statements that lease give it. */
export const leasedMessageSchema: z.ZodType<LeasedMessage> = z
  .object({
    id: z.string(),
    recipient_email: z.string(),
    recipient_name: z.string().nullable(),
    subject: z.string(),
    content: z.string().nullable(),
    variables: recipientVariablesSchema.and(additionsSchema),
    purpose: z.enum(campaignKinds),
    recipient_hash: z.string(),
    email_type: z.enum(emailTypes),
    campaign_id: z.string().nullable(),
    lane: z.enum(emailLanes),
    automatic: z.boolean(),
    attempts: z.number(),
    simulated: z.boolean(),
    settings_version: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    recipientEmail: row.recipient_email,
    recipientName: row.recipient_name,
    subject: row.subject,
    content: row.content,
    variables: row.variables,
    campaignId: row.campaign_id,
    lane: row.lane,
    ...additionsOf({
      variables: row.variables,
      purpose: row.purpose,
      recipientHash: row.recipient_hash,
      emailType: row.email_type,
    }),
    automatic: row.automatic,
    attempts: row.attempts,
    simulated: row.simulated,
    settingsVersion: row.settings_version,
  }));

/** What of a message is not its text: footer, links and headers are made of it. */
export type Additions = Pick<
  LeasedMessage,
  "purpose" | "recipientHash" | "link" | "consentedAt" | "confirms" | "toVisitor" | "isDraft"
>;

type Kept = {
  variables: z.output<typeof additionsSchema>;
  purpose: CampaignKind;
  recipientHash: string;
  emailType: EmailType;
};

export function additionsOf({ variables, purpose, recipientHash, emailType }: Kept): Additions {
  const { link, consentedAt, confirms, signupId, forAdmins, shownAs } = variables;
  const isDraft = shownAs !== undefined;
  return {
    ...{ purpose: shownAs ?? purpose, recipientHash, isDraft },
    link: link ?? null,
    consentedAt: consentedAt ?? null,
    confirms: confirms && signupId ? { audience: confirms, signupId } : null,
    toVisitor: !(link && "accountId" in link) && !forAdmins && (isDraft || emailType !== "test"),
  };
}
