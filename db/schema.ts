/** The whole schema, as Drizzle and drizzle-kit take it. */
export * from "./schema/admins.ts";
export * from "./schema/backup.ts";
export * from "./schema/email.ts";
export * from "./schema/email-domain.ts";
export * from "./schema/email-events.ts";
export * from "./schema/imports.ts";
export * from "./schema/installation.ts";
export * from "./schema/invitations.ts";
export * from "./schema/journal.ts";
export * from "./schema/notices.ts";
export * from "./schema/privacy.ts";
export * from "./schema/questionnaire.ts";
export * from "./schema/shield.ts";
export * from "./schema/signups.ts";
export * from "./schema/site.ts";
export * from "./schema/sources.ts";
export * from "./schema/stats.ts";
