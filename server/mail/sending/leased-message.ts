import { z } from "zod";
import {
  campaignKinds,
  type EmailLane,
  emailLanes,
  emailTypes,
  type RecipientVariables,
} from "#contract/email.ts";
import {
  type Additions,
  additionsOf,
  additionsSchema,
} from "#server/mail/content/message-additions.service.ts";
import type { SendOutcome } from "#server/mail/transports/transport.ts";

/** A message that this worker has leased. */
export type LeasedMessage = Additions & {
  id: string;
  recipientEmail: string;
  recipientName: string | null;
  subject: string;
  /** Null for a campaign's message, whose content is that of the campaign. */
  content: string | null;
  variables: RecipientVariables;
  campaignId: string | null;
  lane: EmailLane;
  /** Whether an event caused the message (a template or a requested link), not an admin. */
  automatic: boolean;
  attempts: number;
  createdAt: Date;
  /** Whether simulation was on when the message was leased. No connection may be opened then. */
  simulated: boolean;
  /** Changes with every change of the settings. */
  settingsVersion: string;
};

/** The source of a worker's messages: a campaign, or a direct lane. `probe`: one message of a paused campaign, to test its server. */
export type Lane = { campaignId: string; probe?: boolean } | Exclude<EmailLane, "campaign">;

/** The names in `email_log.variables`; older rows may have more fields. */
export const recipientVariablesSchema = z.object({
  name: z.string().exactOptional(),
  firstName: z.string().exactOptional(),
});

/** Parses a row of the lease statements. */
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
    created_at: z.coerce.date(),
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
    createdAt: row.created_at,
    simulated: row.simulated,
    settingsVersion: row.settings_version,
  }));

/** The result of an attempt at a message. */
export type Attempt = { type: "simulated" } | SendOutcome;

/** A cap delays the message until `until`, or a hold delays it until an admin ends the hold. */
export type Waiting = { type: "waiting"; until: Date } | { type: "held"; message: string };
