import { type SQL, sql } from "drizzle-orm";

/** What sends a template by itself. */
export type TemplateEvent = "signup" | "approved" | "rejected";

/** The template that an event sends (id, subject, content), if it is active. */
export function activeTemplate(event: TemplateEvent): SQL {
  return sql`select id, subject, content from email_templates where event = ${event} and is_active`;
}

/** The ids of the templates that decisions send, active or not. */
export const decisionTemplates = sql`select id from email_templates where event in ('approved', 'rejected')`;
