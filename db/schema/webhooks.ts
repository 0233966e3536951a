import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type {
  DeliveryError,
  DeliveryStatus,
  WebhookEvent,
  WebhookEventType,
  WebhookKind,
  WebhookOffReason,
} from "#contract/webhooks.ts";
import { time } from "./columns.ts";

/** Targets of events. Addresses are encrypted like the secrets, because anyone who knows a message endpoint's address can post there. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind").$type<WebhookKind>().notNull(),
    urlSealed: text("url_sealed").notNull(),
    /** Null for messages, which are not signed. */
    secretSealed: text("secret_sealed"),
    formerSecretSealed: text("former_secret_sealed"),
    formerSecretUntil: time("former_secret_until"),
    events: text("events").array().$type<WebhookEvent[]>().notNull(),
    /** Whether deliveries contain the person's name and address. They are read at the delivery and stored nowhere else. */
    personal: boolean("personal").notNull().default(false),
    /** Whether `personal` was set before. The endpoint may have received names, and gets their deletions from then on. */
    hadPersonal: boolean("had_personal").notNull().default(false),
    isActive: boolean("is_active").notNull().default(true),
    offReason: text("off_reason").$type<WebhookOffReason>(),
    failingSince: time("failing_since"),
    /** When the last request to an endpoint of kind `message` was sent. */
    lastMessageAt: time("last_message_at"),
    leasedBy: uuid("leased_by"),
    leasedUntil: time("leased_until"),
    createdAt: time("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    check("webhook_endpoints_kind_check", sql`${table.kind} in ('standard', 'message')`),
    check(
      "webhook_endpoints_secret_check",
      sql`(${table.kind} = 'standard') = (${table.secretSealed} is not null)`,
    ),
  ],
);

/** The outbox. The transaction of a change writes its event, but only if an active endpoint has chosen this type. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    /** The receiver recognises a repeated delivery by this id. */
    id: uuid("id").primaryKey().defaultRandom(),
    position: bigint("position", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    type: text("type").$type<WebhookEventType>().notNull(),
    /** Ids and states, without personal data. */
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    signupId: uuid("signup_id"),
    /** The bulk decision that caused it. */
    bulkId: uuid("bulk_id"),
    /** When the event happened, or when its decision becomes final. */
    at: time("at").notNull(),
    /** When the deliveries of the event were written; null before that. */
    dispatchedAt: time("dispatched_at"),
  },
  (table) => [
    index("webhook_events_due").on(table.at, table.position).where(sql`dispatched_at is null`),
    index("webhook_events_dispatched").on(table.dispatchedAt).where(sql`dispatched_at is not null`),
  ],
);

/** One row per event and endpoint. An endpoint's oldest waiting row blocks the later ones, so that events arrive in order. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    endpointId: uuid("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    eventId: uuid("event_id")
      .notNull()
      .references(() => webhookEvents.id, { onDelete: "cascade" }),
    status: text("status").$type<DeliveryStatus>().notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: time("due_at").notNull(),
    attemptedAt: time("attempted_at"),
    httpStatus: integer("http_status"),
    error: text("error").$type<DeliveryError>(),
    durationMs: integer("duration_ms"),
    /** Whether the last attempt contained personal fields. */
    personal: boolean("personal").notNull().default(false),
    createdAt: time("created_at").notNull(),
  },
  (table) => [
    check(
      "webhook_deliveries_status_check",
      sql`${table.status} in ('waiting', 'delivered', 'failed', 'cancelled')`,
    ),
    index("webhook_deliveries_waiting").on(table.endpointId, table.id).where(sql`status = 'waiting'`),
    index("webhook_deliveries_endpoint").on(table.endpointId, table.id),
    index("webhook_deliveries_event").on(table.eventId),
  ],
);
