import { z } from "zod";
import { type EmailLane, emailLanes, type RecipientVariables } from "#contract/email.ts";
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

/** As the statements that lease give it. */
export const leasedMessageSchema: z.ZodType<LeasedMessage> = z
  .object({
    id: z.string(),
    recipient_email: z.string(),
    recipient_name: z.string().nullable(),
    subject: z.string(),
    content: z.string().nullable(),
    variables: recipientVariablesSchema.extend({ link: linkSchema.optional() }),
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
    link: row.variables.link ?? null,
    automatic: row.automatic,
    attempts: row.attempts,
    simulated: row.simulated,
    settingsVersion: row.settings_version,
  }));
