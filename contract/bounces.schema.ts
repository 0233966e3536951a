import { z } from "zod";
import { emailEventKinds, emailEventSources } from "./bounces.ts";

/** How the mailbox of bounces is read. `error`: why not, ready to be shown; null when the last reading went well. */
export const mailboxStatusSchema = z.object({
  lastReadAt: z.iso.datetime().nullable(),
  nextReadAt: z.iso.datetime().nullable(),
  failures: z.number().int(),
  failingSince: z.iso.datetime().nullable(),
  error: z.string().nullable(),
});
export type MailboxStatus = z.infer<typeof mailboxStatusSchema>;

/** What a server, a service or a page reported about a message. */
export const emailEventSchema = z.object({
  kind: z.enum(emailEventKinds),
  source: z.enum(emailEventSources),
  statusCode: z.string().nullable(),
  serverWords: z.string().nullable(),
  headers: z.string().nullable(),
  /** False: a report without our signature, which may be forged. It has no effect. */
  verified: z.boolean(),
  at: z.iso.datetime(),
});
export type EmailEvent = z.infer<typeof emailEventSchema>;
