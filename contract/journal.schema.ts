import { z } from "zod";
import { messages } from "./errors.ts";
import { journalActionKeys } from "./journal.ts";
import { limits } from "./limits.ts";
import { isStorableText } from "./text.ts";

const invalidDay = "Date invalide";
/** PostgreSQL knows no year 0. */
const day = z.iso.date(invalidDay).refine((text) => text >= "0001-01-01", invalidDay);

/** `from` and `to` are whole days of Paris time, both included; `before` is the cursor of the previous page. */
export const journalQuerySchema = z.strictObject({
  action: z.enum(journalActionKeys, messages.invalid).optional(),
  actor: z
    .string(messages.invalid)
    .trim()
    .max(limits.emailMax, messages.tooLong(limits.emailMax))
    .refine(isStorableText, messages.invalidText)
    .optional(),
  from: day.optional(),
  to: day.optional(),
  before: z.coerce.number(messages.invalid).int(messages.invalid).positive(messages.invalid).optional(),
});
export type JournalQuery = z.infer<typeof journalQuerySchema>;

const journalEntrySchema = z.object({
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
