import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { EmailEvent } from "#contract/bounces.schema.ts";
import { emailEvents } from "#db/schema/email-events.ts";
import type { Db } from "#server/lib/database/database.ts";

/** The key prefix of reports without our signature. They have no effect, because anyone may have written them. */
export const unsignedPrefix = "unsigned:";

/** Finds the events of a message, oldest first. */
export async function findEventsOfMessage(db: Db, logId: string): Promise<EmailEvent[]> {
  const events = await db
    .select()
    .from(emailEvents)
    .where(eq(emailEvents.logId, logId))
    .orderBy(asc(emailEvents.id));
  return events.map(toEmailEvent);
}

/** Finds the events of these addresses, oldest first. */
export async function findEventsOfAddresses(
  db: Db,
  hashes: string[],
): Promise<{ recipientHash: string; event: EmailEvent }[]> {
  const events = await db
    .select()
    .from(emailEvents)
    .where(and(inArray(emailEvents.recipientHash, hashes), ne(emailEvents.recipientHash, "")))
    .orderBy(asc(emailEvents.id));
  return events.map((event) => ({ recipientHash: event.recipientHash, event: toEmailEvent(event) }));
}

function toEmailEvent(event: typeof emailEvents.$inferSelect): EmailEvent {
  return {
    kind: event.kind,
    source: event.source,
    statusCode: event.statusCode,
    serverWords: event.serverWords,
    headers: event.headers,
    verified: !event.dedupeKey.startsWith(unsignedPrefix),
    at: event.at.toISOString(),
  };
}
