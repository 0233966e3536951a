import { z } from "zod";
import { messages } from "./errors.ts";
import { parseUrl } from "./parse-url.ts";
import { startedFrom, versioned } from "./version.schema.ts";
import {
  deliveryErrors,
  deliveryStatuses,
  webhookEvents,
  webhookEventTypes,
  webhookKinds,
  webhookLimits,
  webhookMessages,
  webhookOffReasons,
} from "./webhooks.ts";

/** The server checks the host and decides whether http is allowed for it (MAIL_PRIVATE_HOSTS). */
const urlSchema = z
  .string(webhookMessages.url)
  .max(webhookLimits.urlMax, { error: messages.tooLong(webhookLimits.urlMax), abort: true })
  .refine((text) => {
    const url = parseUrl(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  }, webhookMessages.url);

const choiceFields = {
  url: urlSchema,
  events: z
    .array(z.enum(webhookEvents, webhookMessages.events), webhookMessages.events)
    .min(1, webhookMessages.events)
    .max(webhookEvents.length, webhookMessages.events)
    .refine((events) => new Set(events).size === events.length, webhookMessages.events),
  /** Whether events contain the person's name and address. */
  personal: z.boolean(messages.invalid),
};

export const createWebhookSchema = z.strictObject(
  {
    kind: z.enum(webhookKinds, messages.invalid),
    ...choiceFields,
    personal: choiceFields.personal.default(false),
  },
  messages.invalid,
);
export type CreateWebhook = z.output<typeof createWebhookSchema>;

export const updateWebhookSchema = z.strictObject(
  { ...choiceFields, isActive: z.boolean(messages.invalid), ...startedFrom },
  messages.invalid,
);
export type UpdateWebhook = z.output<typeof updateWebhookSchema>;

/** `secret` (`whsec_…`) is shown only once; null for endpoints of kind `message`. */
export const createdWebhookSchema = z.object({ id: z.uuid(), secret: z.string().nullable() });
export const webhookSecretSchema = z.object({ secret: z.string() });

export const webhookIdSchema = z.strictObject({ id: z.uuid(webhookMessages.notFound) });

export const webhookSchema = z.object({
  id: z.uuid(),
  kind: z.enum(webhookKinds),
  /** Null when the address was encrypted with another AUTH_SECRET. */
  url: z.string().nullable(),
  events: z.array(z.enum(webhookEvents)),
  personal: z.boolean(),
  /** True once `personal` was set: a signed endpoint then keeps the event `signup.deleted`. */
  hadPersonal: z.boolean(),
  isActive: z.boolean(),
  offReason: z.enum(webhookOffReasons).nullable(),
  /** The first failure since the last successful delivery; null after a success. */
  failingSince: z.iso.datetime().nullable(),
  /** Until this time deliveries are also signed with the former secret. */
  formerSecretUntil: z.iso.datetime().nullable(),
  /** Deliveries that wait. */
  waiting: z.int(),
  createdAt: z.iso.datetime(),
  ...versioned,
});
export type Webhook = z.output<typeof webhookSchema>;

export const webhookListSchema = z.object({ items: z.array(webhookSchema) });

const outcomeFields = {
  /** The answer's status; null without an answer. Its body is not kept. */
  httpStatus: z.int().nullable(),
  error: z.enum(deliveryErrors).nullable(),
  durationMs: z.int().nullable(),
};

export const webhookTestSchema = z.object({ delivered: z.boolean(), ...outcomeFields });
export type WebhookTest = z.output<typeof webhookTestSchema>;

const deliveryIdText = z
  .string(messages.invalid)
  .regex(/^[1-9]\d{0,14}$/, webhookMessages.deliveryNotFound)
  .transform(Number);
export const deliveryIdSchema = z.strictObject({ id: deliveryIdText });
export const deliveryListQuerySchema = z.strictObject({ before: deliveryIdText.optional() });

const deliverySchema = z.object({
  id: z.int(),
  event: z.enum(webhookEventTypes),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  ...outcomeFields,
  createdAt: z.iso.datetime(),
  attemptedAt: z.iso.datetime().nullable(),
  /** When the next attempt is due; null unless it waits. */
  dueAt: z.iso.datetime().nullable(),
});
export type Delivery = z.output<typeof deliverySchema>;

/** `next`: `before` of the next page. */
export const deliveryListSchema = z.object({ items: z.array(deliverySchema), next: z.int().nullable() });
export type DeliveryList = z.output<typeof deliveryListSchema>;
