import { z } from "zod";
import { emailEventKinds, emailEventSources } from "./bounces.ts";

/** The state of the bounce mailbox. `error`: why the last reading failed, ready to be shown; null when it succeeded. */
export const mailboxStatusSchema = z.object({
  lastReadAt: z.iso.datetime().nullable(),
  nextReadAt: z.iso.datetime().nullable(),
  failures: z.number().int(),
  failingSince: z.iso.datetime().nullable(),
  error: z.string().nullable(),
});
export type MailboxStatus = z.infer<typeof mailboxStatusSchema>;

/** A report of a server, a service or a page about a message. */
export const emailEventSchema = z.object({
  kind: z.enum(emailEventKinds),
  source: z.enum(emailEventSources),
  statusCode: z.string().nullable(),
  serverWords: z.string().nullable(),
  headers: z.string().nullable(),
  /** False for a report without our signature: it may be forged, so it has no effect. */
  verified: z.boolean(),
  at: z.iso.datetime(),
});
export type EmailEvent = z.infer<typeof emailEventSchema>;
