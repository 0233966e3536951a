import { z } from "zod";
import { messages } from "./errors.ts";
import { journalActionKeys } from "./journal.ts";
import { limits } from "./limits.ts";

const day = z.iso.date("Date invalide");

/** `from` and `to` are whole days of Paris time, both included; `before` is the cursor of the previous page. */
export const journalQuerySchema = z.strictObject({
  action: z.enum(journalActionKeys, messages.invalid).optional(),
  actor: z.string().trim().max(limits.emailMax).optional(),
  from: day.optional(),
  to: day.optional(),
  before: z.coerce.number(messages.invalid).int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
});
export type JournalQuery = z.infer<typeof journalQuerySchema>;

export const journalEntrySchema = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** `nextBefore`: the cursor of the next, older page; null on the last. */
export const journalPageSchema = z.object({
  items: z.array(journalEntrySchema),
  nextBefore: z.number().nullable(),
});
