import { z } from "zod";
import { dkimKeyStates, domainCheckKeys, domainVerdicts } from "./email-domain.ts";

/** A DNS record: `name` is the whole name of the record, `value` its text without quotes. */
const dnsRecordSchema = z.object({
  name: z.string(),
  type: z.enum(["TXT", "MX", "PTR", "A"]),
  value: z.string(),
});

const domainCheckRowSchema = z.object({
  key: z.enum(domainCheckKeys),
  /** The result in French: a record verbatim, or a sentence. */
  found: z.string(),
  verdict: z.enum(domainVerdicts),
  /** The advice, and the record to paste. */
  fix: z.object({ text: z.string(), record: dnsRecordSchema.nullable() }).optional(),
});
export type DomainCheckRow = z.infer<typeof domainCheckRowSchema>;

/** `checkedAt` is null before the first check; `verdict` is that of the worst row, `unknown` without rows. */
export const domainCheckSchema = z.object({
  domain: z.string(),
  checkedAt: z.iso.datetime().nullable(),
  verdict: z.enum(domainVerdicts),
  rows: z.array(domainCheckRowSchema),
});
export type DomainCheck = z.infer<typeof domainCheckSchema>;

export const dkimKeySchema = z.object({
  selector: z.string(),
  domain: z.string(),
  state: z.enum(dkimKeyStates),
  record: dnsRecordSchema,
  createdAt: z.iso.datetime(),
  activatedAt: z.iso.datetime().nullable(),
  retiredAt: z.iso.datetime().nullable(),
});
export type DkimKey = z.infer<typeof dkimKeySchema>;

export const dkimKeyListSchema = z.object({ items: z.array(dkimKeySchema) });
