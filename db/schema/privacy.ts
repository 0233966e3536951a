import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Audience } from "#contract/audience.ts";
import type {
  ConsentConfirmation,
  ConsentPurpose,
  RequestKind,
  SuppressionReason,
  SuppressionScope,
  WithdrawnBy,
} from "#contract/privacy.ts";
import { bytes, time } from "./columns.ts";

/**
 * One row, made by the migration: the key of `address_hash()`. It does not depend on AUTH_SECRET, because suppressed addresses must
 * stay recognisable when that changes (docs/decisions/0017). The pads are those of HMAC, made from the key (RFC 2104).
 */
export const addressKey = pgTable(
  "address_key",
  {
    id: integer("id").primaryKey().default(1),
    key: bytes("key").notNull(),
    innerPad: bytes("inner_pad").notNull(),
    outerPad: bytes("outer_pad").notNull(),
  },
  (table) => [check("address_key_single", sql`${table.id} = 1`)],
);

/** The consent texts beside the form, by version. A text never changes once the form has shown it. */
export const consentTexts = pgTable("consent_texts", {
  version: text("version").primaryKey(),
  text: text("text").notNull(),
  shownFrom: time("shown_from").notNull().defaultNow(),
});

/**
 * Consents, without IP addresses. A consent counts from `confirmed_at` until `withdrawn_at`. `text_version` refers to its exact
 * words, and `confirmation` is the button that confirmed it.
 */
export const consents = pgTable(
  "consents",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    audience: text("audience").$type<Audience>().notNull(),
    signupId: uuid("signup_id").notNull(),
    emailHash: text("email_hash").notNull(),
    purpose: text("purpose").$type<ConsentPurpose>().notNull(),
    textVersion: text("text_version")
      .notNull()
      .references(() => consentTexts.version),
    givenAt: time("given_at").notNull().defaultNow(),
    confirmedAt: time("confirmed_at"),
    /** Null before the answer, and for consents older than this column. A declined consent is withdrawn and never counted. */
    confirmation: text("confirmation").$type<ConsentConfirmation>(),
    withdrawnAt: time("withdrawn_at"),
    withdrawnBy: text("withdrawn_by").$type<WithdrawnBy>(),
    /** `import`: given elsewhere and imported with its proof; the text names place and words. Null: given here. */
    origin: text("origin").$type<"import">(),
  },
  (table) => [
    check("consents_audience_check", sql`${table.audience} in ('user', 'brand')`),
    check("consents_purpose_check", sql`${table.purpose} = 'news'`),
    check(
      "consents_confirmation_check",
      sql`${table.confirmation} in ('with_news', 'address_only', 'own_page', 'returned')`,
    ),
    check("consents_origin_check", sql`${table.origin} = 'import'`),
    check("consents_withdrawn_check", sql`(${table.withdrawnAt} is null) = (${table.withdrawnBy} is null)`),
    // At most one consent that counts, or may count later, per sign-up and purpose. Withdrawn consents stay stored.
    uniqueIndex("consents_open").on(table.signupId, table.purpose).where(sql`withdrawn_at is null`),
    index("consents_signup").on(table.signupId),
    index("consents_address").on(table.emailHash),
  ],
);

/** Addresses that get no mail, stored only as keyed hashes. */
export const suppressions = pgTable(
  "suppressions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    emailHash: text("email_hash").notNull(),
    /** `news`: no news; `all`: only mail that the person asks for. A suppression with reason `erased` always has `all`. */
    scope: text("scope").$type<SuppressionScope>().notNull(),
    reason: text("reason").$type<SuppressionReason>().notNull(),
    at: time("at").notNull().defaultNow(),
    /** The e-mail of the administrator, or the page, that suppressed the address. */
    source: text("source").notNull(),
    /** When upkeep deletes the suppression. Null: it stays for `suppressionYears` after the last reason for it. */
    until: time("until"),
    /** The last time that there was another reason for it; null: not since `at`. */
    renewedAt: time("renewed_at"),
  },
  (table) => [
    check("suppressions_scope_check", sql`${table.scope} in ('news', 'all')`),
    check(
      "suppressions_reason_check",
      sql`${table.reason} in ('unsubscribed', 'erased', 'bounced', 'complained', 'manual', 'limited')`,
    ),
    uniqueIndex("suppressions_address_reason").on(table.emailHash, table.reason),
    index("suppressions_at").on(table.at, table.id),
    index("suppressions_until").on(table.until).where(sql`until is not null`),
  ],
);

/** Links to a person's own data, by the hash of their token. */
export const privacyLinks = pgTable(
  "privacy_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    emailHash: text("email_hash").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [
    index("privacy_links_address").on(table.emailHash),
    index("privacy_links_expires").on(table.expiresAt),
  ],
);

/** Requests and their outcome: the register of article 12. Holds no address. */
export const privacyRequests = pgTable(
  "privacy_requests",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind").$type<RequestKind>().notNull(),
    emailHash: text("email_hash").notNull(),
    /** `person`: made on the person's page. `admin`: recorded by an administrator. */
    source: text("source").$type<"person" | "admin">().notNull(),
    receivedAt: time("received_at").notNull().defaultNow(),
    dueAt: time("due_at").notNull(),
    closedAt: time("closed_at"),
    outcome: text("outcome"),
    handledBy: text("handled_by"),
  },
  (table) => [
    check(
      "privacy_requests_kind_check",
      sql`${table.kind} in ('access', 'rectification', 'erasure', 'limitation', 'portability', 'objection')`,
    ),
    check("privacy_requests_source_check", sql`${table.source} in ('person', 'admin')`),
    check("privacy_requests_closed_check", sql`(${table.closedAt} is null) = (${table.outcome} is null)`),
    index("privacy_requests_due").on(table.dueAt).where(sql`closed_at is null`),
    index("privacy_requests_received").on(table.receivedAt, table.id),
    index("privacy_requests_address").on(table.emailHash),
  ],
);
