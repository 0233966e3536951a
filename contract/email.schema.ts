import { z } from "zod";
import { emailEventSchema } from "./bounces.schema.ts";
import { bounceMessages } from "./bounces.ts";
import { contentSchema, draftContentSchema } from "./campaigns.schema.ts";
import {
  draftPurposes,
  emailLanes,
  emailMessages,
  emailProviders,
  emailStatuses,
  emailTypes,
} from "./email.ts";
import { emailSchema } from "./email-address.schema.ts";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import { placeSchema } from "./place.schema.ts";
import { suppressionReasons, suppressionScopes } from "./privacy.ts";
import { lineSchema, unfinishedLineSchema } from "./text.schema.ts";
import { isWellFormed } from "./text.ts";
import { startedFrom, versioned } from "./version.schema.ts";

const optionalLine = (max: number) =>
  z
    .string(messages.invalidText)
    .trim()
    .max(max, messages.tooLong(max))
    .refine((text) => isWellFormed(text) && !/\p{Cc}/u.test(text), messages.invalidText)
    .transform((text) => (text === "" ? null : text))
    .nullable();

const emailOrNone = z.union([z.literal("").transform(() => null), z.null(), emailSchema()]);
const optionalEmail = emailOrNone.optional().default(null);

const hostPattern = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

const messageCount = z
  .int("Indiquez un nombre entier")
  .min(1, "1 au minimum")
  .max(10_000_000, "10 000 000 au maximum");

const cap = messageCount.nullable().default(null);

const port = z
  .int("Le port doit être un nombre de 1 à 65535")
  .min(1, "Le port doit être un nombre de 1 à 65535")
  .max(65_535, "Le port doit être un nombre de 1 à 65535");

/** A local part may have 64 characters (RFC 5321); the id and signature of a message take 46 of them. */
const bounceLocalPartMax = 18;

const bounceEmail = emailOrNone
  .refine((email) => email === null || email.lastIndexOf("@") <= bounceLocalPartMax, bounceMessages.tooLong)
  .refine((email) => email === null || !email.includes("+"), bounceMessages.plus);

const hostName = (max: number) =>
  optionalLine(max).refine(
    (host) => host === null || hostPattern.test(host),
    "Indiquez un nom de serveur, par exemple smtp.exemple.fr",
  );

/** A P-256 key as SendGrid shows it: the DER of its public half in base64, without the lines of PEM. */
const webhookKey = optionalLine(1_000).refine(
  (key) => key === null || /^[A-Za-z0-9+/]{60,}={0,2}$/.test(key),
  bounceMessages.webhookKey,
);

/** The bounce address and how its mailbox is read. Omitted fields stay unchanged. */
const bounceFields = {
  bounceEmail: bounceEmail.optional(),
  imapHost: hostName(253).optional(),
  imapPort: port.nullable().optional(),
  imapUsername: optionalLine(320).optional(),
  imapPassword: z.string(messages.invalid).max(1_000, messages.tooLong(1_000)).optional(),
  sendgridWebhookKey: webhookKey.optional(),
};

const settingsFields = {
  preferredProvider: z.enum(emailProviders, messages.invalid),
  simulationMode: z.boolean(messages.invalid),
  pauseMs: z
    .int("Indiquez un nombre entier")
    .min(0, "0 au minimum")
    .max(60_000, "60 000 au maximum")
    .default(100),
  parallelism: z.int("Indiquez un nombre entier").min(1, "1 au minimum").max(50, "50 au maximum").default(1),
  hourlyCap: cap,
  dailyCap: cap,
  confirmationHourlyCap: messageCount.default(limits.confirmationsPerHour),
  confirmationRequested: z.boolean(messages.invalid).default(true),
  decisionsWait: z.boolean(messages.invalid).default(false),
  deleteUnconfirmed: z.boolean(messages.invalid).default(false),
};

/**
 * Settings to save. A missing secret keeps the stored one; an empty secret removes it.
 * `pauseMs` is in milliseconds. Caps are messages per hour and per day, null for no cap.
 * `confirmationHourlyCap`: how many confirmations all sign-ups together may cause in an hour.
 * `confirmationRequested`: a confirmation asks the person to confirm the address.
 * `decisionsWait`: administrators cannot decide unconfirmed sign-ups.
 * `deleteUnconfirmed`: unconfirmed sign-ups get one reminder and are then deleted.
 */
export const updateEmailSettingsSchema = z.strictObject({
  senderName: lineSchema("Le nom de l’expéditeur est requis", limits.nameMax),
  senderEmail: emailSchema("L’e-mail de l’expéditeur est requis"),
  replyTo: optionalEmail,
  ...settingsFields,
  ...bounceFields,
  smtpHost: hostName(253),
  smtpPort: port.nullable().default(null),
  smtpUsername: optionalLine(320),
  smtpPassword: z.string(messages.invalid).max(1_000, messages.tooLong(1_000)).optional(),
  sendgridKey: z.string(messages.invalid).max(1_000, messages.tooLong(1_000)).optional(),
  ...startedFrom,
});
export type UpdateEmailSettings = z.input<typeof updateEmailSettingsSchema>;

/** Settings as they are read. They say only whether a secret is stored. `updatedAt` is null until the first save. */
export const emailSettingsSchema = z.object({
  senderName: z.string(),
  senderEmail: z.string(),
  replyTo: z.string().nullable(),
  preferredProvider: z.enum(emailProviders),
  simulationMode: z.boolean(),
  pauseMs: z.number().int(),
  parallelism: z.number().int(),
  hourlyCap: z.number().int().nullable(),
  dailyCap: z.number().int().nullable(),
  confirmationHourlyCap: z.number().int(),
  confirmationRequested: z.boolean(),
  decisionsWait: z.boolean(),
  deleteUnconfirmed: z.boolean(),
  smtpHost: z.string().nullable(),
  smtpPort: z.number().int().nullable(),
  smtpUsername: z.string().nullable(),
  smtpPasswordStored: z.boolean(),
  sendgridKeyStored: z.boolean(),
  bounceEmail: z.string().nullable(),
  imapHost: z.string().nullable(),
  imapPort: z.number().int().nullable(),
  imapUsername: z.string().nullable(),
  imapPasswordStored: z.boolean(),
  /** A public key, so it may be shown. */
  sendgridWebhookKey: z.string().nullable(),
  /** Whether the operator configured the address of a PHP script. */
  phpConfigured: z.boolean(),
  updatedAt: z.iso.datetime().nullable(),
  ...versioned,
});
export type EmailSettings = z.infer<typeof emailSettingsSchema>;

/** How a connection test or a test e-mail ended; `message` is ready to be shown. */
export const emailCheckSchema = z.object({ ok: z.boolean(), message: z.string() });
export type EmailCheck = z.infer<typeof emailCheckSchema>;

/** `providers`: with 'Automatique', the result of each provider, in the order in which they are tried. */
export const connectionCheckSchema = emailCheckSchema.extend({
  providers: z
    .array(z.object({ provider: z.enum(emailProviders), ok: z.boolean(), message: z.string() }))
    .optional(),
});
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;

export const emailTemplateSchema = z.object({
  id: z.uuid(),
  event: z.enum(["signup", "approved", "rejected"]).nullable(),
  name: z.string(),
  subject: z.string(),
  content: z.string(),
  isActive: z.boolean(),
  /** Why every admin may send the unchanged template as a service message; null: only super administrators may. */
  serviceReason: z.string().nullable(),
  updatedAt: z.iso.datetime(),
  ...versioned,
});
export type EmailTemplate = z.infer<typeof emailTemplateSchema>;

export const emailTemplateListSchema = z.object({ items: z.array(emailTemplateSchema) });

const templateName = lineSchema("Le nom du modèle est requis", limits.nameMax);

const templateTexts = {
  subject: lineSchema("L'objet est requis", limits.subjectMax),
  content: contentSchema,
};

/** A template of the administrators: no event sends it. */
export const createEmailTemplateSchema = z.strictObject({ name: templateName, ...templateTexts });
export type CreateEmailTemplate = z.input<typeof createEmailTemplateSchema>;

/** A missing `name` keeps the present name. The name of a template with an event cannot change. */
export const updateEmailTemplateSchema = z.strictObject({
  name: templateName.optional(),
  ...templateTexts,
  isActive: z.boolean(messages.invalid),
  ...startedFrom,
});
export type UpdateEmailTemplate = z.input<typeof updateEmailTemplateSchema>;

/** Allows the version of a template that was read as a service message. */
export const allowServiceSchema = z.strictObject({
  reason: lineSchema(emailMessages.reasonRequired, limits.reasonMax),
  ...startedFrom,
});

/** A version of a template. `savedBy`: the administrator's e-mail; null for the text that the product came with. */
const templateVersionSchema = z.object({
  ...versioned,
  name: z.string(),
  subject: z.string(),
  content: z.string(),
  savedBy: z.string().nullable(),
  savedAt: z.iso.datetime(),
});
export type TemplateVersion = z.infer<typeof templateVersionSchema>;

/** All versions, newest first; the first is the current one. */
export const templateVersionListSchema = z.object({ items: z.array(templateVersionSchema) });

/** A text from an editor, previewed for the sign-up of `recipientEmail`, or without one for a sample person. */
export const previewEmailSchema = z.strictObject({
  subject: unfinishedLineSchema(limits.subjectMax),
  content: draftContentSchema,
  recipientEmail: optionalEmail,
  /** The name of a person who did not sign up. With a name, every valid address is allowed. */
  recipientName: optionalLine(2 * limits.nameMax).optional(),
  /** Determines the footer. */
  purpose: z.enum(draftPurposes, messages.invalid).default("service"),
});

/** A draft that an administrator sends to themselves; `purpose` determines the footer. */
export const testMessageSchema = z.strictObject({
  subject: lineSchema("Le sujet est requis", limits.subjectMax),
  content: contentSchema,
  purpose: z.enum(draftPurposes, messages.invalid).default("service"),
});
export type TestMessage = z.input<typeof testMessageSchema>;

/**
 * `html` is a whole document, to be shown in a sandboxed frame. `size` is the size of the sent message in bytes, with its footer
 * and without pictures. `warnings` are sentences.
 */
export const emailPreviewSchema = z.object({
  subject: z.string(),
  html: z.string(),
  size: z.number().int(),
  warnings: z.array(z.string()),
  recipient: z.string(),
  unknownVariables: z.array(z.string()),
});
export type EmailPreview = z.infer<typeof emailPreviewSchema>;

/** `before`: the cursor `next` of the previous page. */
export const emailLogQuerySchema = z.strictObject({
  search: z
    .string()
    .trim()
    .max(limits.searchMax)
    .refine((text) => isWellFormed(text) && !text.includes("\0"))
    .default(""),
  status: z.enum(["all", ...emailStatuses]).default("all"),
  before: placeSchema.optional(),
  /** Only messages of this campaign. */
  campaign: z.guid().optional(),
});

const emailLogEntrySchema = z.object({
  id: z.uuid(),
  recipientEmail: z.string(),
  recipientName: z.string().nullable(),
  subject: z.string(),
  status: z.enum(emailStatuses),
  emailType: z.enum(emailTypes),
  errorMessage: z.string().nullable(),
  attempts: z.number().int(),
  nextAttemptAt: z.iso.datetime().nullable(),
  /** True for a confirmation whose mailbox got another one within 24 hours: it waits until `nextAttemptAt`. */
  waitsForMailbox: z.boolean(),
  sentAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type EmailLogEntry = z.infer<typeof emailLogEntrySchema>;

/** Newest first, 100 a page; `next` is null on the last page. */
export const emailLogPageSchema = z.object({
  items: z.array(emailLogEntrySchema),
  next: z.string().nullable(),
});

/** `events`: bounces, complaints and other outcomes, oldest first. */
export const emailLogDetailSchema = emailLogEntrySchema.extend({
  html: z.string(),
  events: z.array(emailEventSchema),
});

/** Messages of one lane that wait. `limit`: the cap that delays them, and when it permits messages again; null without a cap. */
const waitingMailSchema = z.object({
  lane: z.enum(emailLanes),
  count: z.number().int(),
  forMailbox: z.number().int(),
  limit: z.object({ reason: z.enum(["cap", "confirmation_cap"]), roomAt: z.iso.datetime() }).nullable(),
});
export type WaitingMail = z.infer<typeof waitingMailSchema>;

export const waitingMailListSchema = z.object({ items: z.array(waitingMailSchema) });

export const processedSchema = z.object({
  sent: z.number().int(),
  failed: z.number().int(),
  message: z.string(),
});

export const resendSchema = z.strictObject({ ids: z.array(z.uuid()).min(1).max(1_000) });
/** `skipped`: how many of the ids belong to no failed message (sent, waiting, cancelled or deleted). */
export const resentSchema = z.object({ count: z.number().int(), skipped: z.number().int() });

/** The sentence after 'Traiter emails en attente'. */
export function processedMessage(sent: number, failed: number): string {
  return `${sent} email(s) envoyé(s) avec succès, ${failed} échec(s).`;
}

export const recipientSchema = z.strictObject({ email: emailSchema() }, messages.invalid);

/** What an administrator sees before writing to a person: the last messages, newest first, and suppressions. `sample`: no real person. */
export const recipientFactsSchema = z.object({
  messages: z.array(
    z.object({
      id: z.uuid(),
      subject: z.string(),
      status: z.enum(emailStatuses),
      sentAt: z.iso.datetime().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
  suppressions: z.array(z.object({ reason: z.enum(suppressionReasons), scope: z.enum(suppressionScopes) })),
  sample: z.boolean(),
});
export type RecipientFacts = z.infer<typeof recipientFactsSchema>;

export const singleEmailSchema = z.strictObject({
  recipientEmail: emailSchema("L'email du destinataire est requis"),
  recipientName: z
    .union([z.literal("").transform(() => undefined), lineSchema("Le nom est requis", 2 * limits.nameMax)])
    .optional(),
  subject: lineSchema("Le sujet est requis", limits.subjectMax),
  content: contentSchema,
  format: z.enum(["text", "html"], messages.invalid).default("text"),
});
export type SingleEmail = z.input<typeof singleEmailSchema>;

/** `message` is the sentence of the specification. `pending`: deferred and retried automatically. */
export const singleEmailSentSchema = z.object({
  outcome: z.enum(["sent", "simulated", "pending"]),
  message: z.string(),
});
