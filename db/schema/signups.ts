import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Audience, SignupStatus, TargetType } from "#contract/audience.ts";
import type { Conditions } from "#contract/segments.ts";
import type { Responses } from "#contract/signup.ts";
import { preciseTime, time } from "./columns.ts";

/** ASCII and the letters of French and similar languages. A search for two letters adds each of them, because the index has trigrams. */
export const knownCharacters = String.raw`\u0001-\u007fß-öø-ÿœ`;
/** Sign-ups with any other character in them. An index and the search share this condition. */
export const hasOtherLetters = sql.raw(
  `octet_length(search_text) <> char_length(search_text) and search_text ~ '[^${knownCharacters}]'`,
);

/** Sign-ups that the ledger of counts leaves out: an index and the queries share this condition. */
export const isUncounted = sql.raw("limited_at is not null or objected_at is not null");

const columns = () => ({
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  firstname: text("firstname").notNull(),
  email: text("email").notNull(),
  responses: jsonb("responses").$type<Responses>().notNull().default({}),
  status: text("status").$type<SignupStatus>().notNull().default("pending"),
  createdAt: time("created_at").notNull().defaultNow(),
  /** When the last decision was taken or the time to undo it was extended. The undo compares this time. */
  decidedAt: time("decided_at"),
  /**
   * The older sign-up with the same address, for rows from before addresses had a canonical form. When the older one is deleted,
   * the oldest duplicate takes its place (trigger `promote_duplicates`).
   */
  duplicateOf: uuid("duplicate_of"),
  /** Whether the address belongs to a provider of throw-away mailboxes. */
  disposableEmail: boolean("disposable_email").notNull().default(false),
  /** The bulk decision that decided the sign-up; null for a single decision and for a pending sign-up. */
  bulkId: uuid("bulk_id"),
  /** `address_hash(email)`, which finds consents, suppressions and messages. A trigger sets it when a statement omits it. */
  emailHash: text("email_hash").notNull().default(sql`''`),
  /** The version of the texts that the person accepted by sending the form; null for sign-ups from before versions. */
  textsVersion: text("texts_version"),
  /** When the mailbox's owner confirmed the sign-up. */
  confirmedAt: time("confirmed_at"),
  /** When the person was reminded to confirm. For an imported one, when a campaign's request was sent (`follow_confirmation_request`). */
  remindedAt: time("reminded_at"),
  /** The person's last act after the form. A year without activity counts from it, or from our decision. */
  activeAt: time("active_at"),
  /** When the person limited the use of the data (article 18): the sign-up stays, but is not decided, written to or counted. */
  limitedAt: time("limited_at"),
  /** When the person objected to statistics (article 21). */
  objectedAt: time("objected_at"),
  /** A sample made by the back office: it receives no mail, and all samples are removed at once. */
  sample: boolean("sample").notNull().default(false),
  /** The id in `sources`, whose rows stay. No foreign key, because its check would lock the same row for every sign-up. Null: unknown. */
  sourceId: integer("source_id"),
  /** The import that the sign-up came from: its person did not send it and was not asked to confirm it. Null: sent by the form. */
  importId: uuid("import_id"),
  /** A star and a note of the back office about the person. */
  starred: boolean("starred").notNull().default(false),
  note: text("note"),
  /** Each correction raises it. */
  version: integer("version").notNull().default(1),
  /** When the row was last written (trigger `signup_touched`), not when its transaction began: see `findSettledTime`. */
  updatedAt: preciseTime("updated_at").notNull().default(sql`clock_timestamp()`),
});

export const betaSignups = pgTable(
  "beta_signups",
  {
    ...columns(),
    /** The searched texts, in one column for one trigram index. */
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`public.search_key(firstname || ' ' || name || ' ' || email)`),
  },
  (table) => [
    uniqueIndex("beta_signups_email_key").on(sql`lower(${table.email})`).where(sql`duplicate_of is null`),
    index("beta_signups_duplicates").on(table.duplicateOf).where(sql`duplicate_of is not null`),
    index("beta_signups_created").on(table.createdAt, table.id),
    index("beta_signups_updated").on(table.updatedAt, table.id),
    index("beta_signups_status_created").on(table.status, table.createdAt, table.id),
    index("beta_signups_address").on(table.emailHash),
    index("beta_signups_import").on(table.importId).where(sql`import_id is not null`),
    index("beta_signups_bulk").on(table.bulkId).where(sql`bulk_id is not null`),
    index("beta_signups_uncounted").on(table.status).where(isUncounted),
    index("beta_signups_sample").on(table.id).where(sql`sample`),
    index("beta_signups_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    index("beta_signups_status").on(table.status),
    index("beta_signups_answers").using("gin", sql`${table.responses} jsonb_path_ops`),
    index("beta_signups_other_letters").on(table.id).where(hasOtherLetters),
    check("beta_signups_status_check", sql`${table.status} in ('pending', 'approved', 'rejected')`),
    check("beta_signups_responses_check", sql`jsonb_typeof(${table.responses}) = 'object'`),
  ],
);

export const brandSignups = pgTable(
  "brand_signups",
  {
    ...columns(),
    website: text("website").notNull(),
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`public.search_key(firstname || ' ' || name || ' ' || email || ' ' || website)`),
  },
  (table) => [
    uniqueIndex("brand_signups_email_key").on(sql`lower(${table.email})`).where(sql`duplicate_of is null`),
    index("brand_signups_duplicates").on(table.duplicateOf).where(sql`duplicate_of is not null`),
    index("brand_signups_created").on(table.createdAt, table.id),
    index("brand_signups_updated").on(table.updatedAt, table.id),
    index("brand_signups_status_created").on(table.status, table.createdAt, table.id),
    index("brand_signups_address").on(table.emailHash),
    index("brand_signups_import").on(table.importId).where(sql`import_id is not null`),
    index("brand_signups_bulk").on(table.bulkId).where(sql`bulk_id is not null`),
    index("brand_signups_uncounted").on(table.status).where(isUncounted),
    index("brand_signups_sample").on(table.id).where(sql`sample`),
    index("brand_signups_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    index("brand_signups_status").on(table.status),
    index("brand_signups_answers").using("gin", sql`${table.responses} jsonb_path_ops`),
    index("brand_signups_other_letters").on(table.id).where(hasOtherLetters),
    check("brand_signups_status_check", sql`${table.status} in ('pending', 'approved', 'rejected')`),
    check("brand_signups_responses_check", sql`jsonb_typeof(${table.responses}) = 'object'`),
  ],
);

/** Version 0.2.0 keeps rows here until older sign-ups have canonical addresses. `migrations.ts` refuses an unfinished migration. */
export const addressMigrations = pgTable("address_migrations", {
  audience: text("audience").$type<Audience>().primaryKey(),
  lastCreatedAt: time("last_created_at"),
  lastId: uuid("last_id"),
  requestedAt: time("requested_at").notNull().defaultNow(),
});

/** Bulk decisions of the last day, for the undo. `finished_at`: when the last sign-up was decided, or the time to undo extended. */
export const bulkDecisions = pgTable("bulk_decisions", {
  id: uuid("id").primaryKey(),
  audience: text("audience").$type<Audience>().notNull(),
  finishedAt: time("finished_at").notNull(),
});

/** Named conditions on sign-ups, which lists, exports, bulk actions, statistics, waves and campaigns share. */
export const segments = pgTable(
  "segments",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    audience: text("audience").$type<TargetType>().notNull(),
    conditions: jsonb("conditions").$type<Conditions>().notNull(),
    version: integer("version").notNull().default(1),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("segments_name").on(sql`lower(${table.name})`),
    check("segments_audience_check", sql`${table.audience} in ('user', 'brand', 'both')`),
  ],
);
