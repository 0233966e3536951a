import { z } from "zod";
import { emailEventSources } from "./bounces.ts";
import { emailProviders } from "./email.ts";

/** The way mail leaves; no secret is part of it. */
const mailRouteSchema = z.object({
  provider: z.enum(emailProviders),
  host: z.string().nullable(),
  port: z.number().int().nullable(),
  simulationMode: z.boolean(),
});
export type MailRoute = z.infer<typeof mailRouteSchema>;

const transportChangeSchema = z.object({
  /** The e-mail of the administrator who changed it. */
  actor: z.string(),
  before: mailRouteSchema,
  after: mailRouteSchema,
  /** User name, password or key are other ones now. */
  credentialsChanged: z.boolean(),
  /** The sender's address or the reply address is another one now. */
  senderChanged: z.boolean().default(false),
  /** Bounces come back elsewhere, or are read with another access. Missing in older notices. */
  bouncesChanged: z.boolean().default(false),
});
export type TransportChange = z.infer<typeof transportChangeSchema>;

const campaignBlockedSchema = z.object({
  /** Null: messages that belong to no campaign. */
  campaignId: z.uuid().nullable(),
  subject: z.string().nullable(),
  statusCode: z.string().nullable(),
  /** The server's own, or what a report says that they were. */
  words: z.string(),
  /** Who caused them; missing in older notices. */
  source: z.enum(emailEventSources).default("mailbox"),
  paused: z.boolean(),
});
export type CampaignBlocked = z.infer<typeof campaignBlockedSchema>;

const mailboxUnreadableSchema = z.object({ reason: z.string(), since: z.iso.datetime() });

const notice = <Kind extends string, Details extends z.ZodType>(kind: Kind, details: Details) =>
  z.object({ id: z.uuid(), createdAt: z.iso.datetime(), kind: z.literal(kind), details });

/** What super administrators have to know: shown on the dashboard until each of them has dismissed it. */
export const noticeSchema = z.discriminatedUnion("kind", [
  notice("transport_changed", transportChangeSchema),
  notice("dkim_key_gone", z.object({ selector: z.string(), domain: z.string() })),
  notice("campaign_blocked", campaignBlockedSchema),
  notice("backup_failed", z.object({ reason: z.string() })),
  notice("mailbox_unreadable", mailboxUnreadableSchema),
]);
export type Notice = z.infer<typeof noticeSchema>;

export const noticeListSchema = z.object({ items: z.array(noticeSchema) });
export const noticeParamsSchema = z.object({ id: z.uuid() });
