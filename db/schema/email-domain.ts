import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { DkimKeyState, DomainProbe } from "#contract/email-domain.ts";
import { time } from "./columns.ts";

/** The DKIM keys of our signatures, encrypted like the SMTP password. There are two keys while one of them is retiring. */
export const dkimKeys = pgTable(
  "dkim_keys",
  {
    selector: text("selector").primaryKey(),
    /** The sender's domain in ASCII, as in `d=`. */
    domain: text("domain").notNull(),
    privateKey: text("private_key").notNull(),
    /** The key in the form of the DNS: the base64 of the SubjectPublicKeyInfo. */
    publicKey: text("public_key").notNull(),
    /** `prepared`: not seen in DNS yet; `active`: signs; `retiring`: no longer signs, stays in DNS for messages under way. */
    state: text("state").$type<DkimKeyState>().notNull().default("prepared"),
    createdAt: time("created_at").notNull().defaultNow(),
    activatedAt: time("activated_at"),
    /** When a retiring key is deleted. */
    retiredAt: time("retired_at"),
    /** When the DNS first answered that an active key is missing; null while the key is there or the DNS does not answer. */
    missingSince: time("missing_since"),
  },
  (table) => [
    check("dkim_keys_state_check", sql`${table.state} in ('prepared', 'active', 'retiring')`),
    uniqueIndex("dkim_keys_active").on(table.domain).where(sql`state = 'active'`),
    index("dkim_keys_retired").on(table.retiredAt).where(sql`retired_at is not null`),
  ],
);

/** One row: the result of the last check of the sender's domain. */
export const domainChecks = pgTable(
  "domain_checks",
  {
    id: integer("id").primaryKey().default(1),
    domain: text("domain").notNull(),
    checkedAt: time("checked_at").notNull(),
    rows: jsonb("rows").$type<DomainCheckRow[]>().notNull(),
    /** The message that the last check sent to the bounce mailbox. */
    probe: jsonb("probe").$type<DomainProbe>(),
  },
  (table) => [check("domain_checks_single", sql`${table.id} = 1`)],
);
