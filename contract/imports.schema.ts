import { z } from "zod";
import { audiences } from "./audience.ts";
import { messages } from "./errors.ts";
import { importFieldKeys, importLimits, importMessages, importStatuses } from "./imports.ts";
import { lineSchema } from "./text.schema.ts";

export const importParamsSchema = z.strictObject({ id: z.uuid(messages.invalid) });

const column = z
  .int(importMessages.column)
  .min(0, importMessages.column)
  .max(importLimits.columnsMax, importMessages.column)
  .nullish();

/** Part of a proof of consent: kept with it, and the same for many people, so without an address. */
const proofPart = (max: number) =>
  lineSchema(importMessages.proof, max).refine((text) => !text.includes("@"), importMessages.address);

/** For all rows, where no column says it row by row. `at`: a day. */
const proofSchema = z.strictObject(
  {
    at: z.iso.date(importMessages.date).nullish(),
    place: proofPart(importLimits.placeMax).nullish(),
    words: proofPart(importLimits.wordsMax).nullish(),
  },
  messages.invalid,
);

/** What the columns hold. `status`: what the sign-ups begin with. Without `consent` no one gets news, even if the columns hold proofs. */
export const rehearseImportSchema = z.strictObject(
  {
    audience: z.enum(audiences, messages.invalid),
    columns: z.strictObject(
      {
        email: z.int(importMessages.emailColumn).min(0, importMessages.emailColumn),
        firstname: column,
        name: column,
        fullName: column,
        website: column,
        left: column,
        consentAt: column,
        consentPlace: column,
        consentWords: column,
        answers: z.record(z.uuid(messages.invalid), column, messages.invalid).optional(),
      },
      messages.invalid,
    ),
    status: z.enum(["pending", "approved"], messages.invalid).default("pending"),
    consent: proofSchema.nullish(),
  },
  messages.invalid,
);
/** As stored with the import: what its rows become. */
export type ImportSettings = z.output<typeof rehearseImportSchema>;
export type RehearseImport = z.input<typeof rehearseImportSchema>;

/** `known`: signed up already, or `repeated` further up in the file. `suppressed`: blocked here, or unsubscribed in the other tool. */
const countsSchema = z.object({ known: z.int(), suppressed: z.int(), invalid: z.int() });

export const rehearsalSchema = countsSchema.extend({
  new: z.int(),
  /** Of the known ones: those further up in the same file. */
  repeated: z.int(),
  /** Of the new ones: those with a whole proof, who may get news. */
  consented: z.int(),
  /** The first new ones, as they will be. */
  rows: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      firstname: z.string(),
      name: z.string(),
      website: z.string().nullable(),
      answers: z.array(z.object({ question: z.string(), answer: z.string() })),
      consentedAt: z.iso.datetime().nullable(),
    }),
  ),
  /** The first invalid ones; all are in the file to download. */
  problems: z.array(z.object({ line: z.int(), message: z.string() })),
});
export type Rehearsal = z.infer<typeof rehearsalSchema>;

/** `proposal`: the field that the column seems to hold. */
const columnSchema = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  proposal: z.enum(importFieldKeys).nullable(),
});

const importSummarySchema = countsSchema.extend({
  id: z.uuid(),
  status: z.enum(importStatuses),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  audience: z.enum(audiences).nullable(),
  /** Lines of the file under its titles. */
  total: z.int(),
  imported: z.int(),
  undone: z.int(),
  /** Until then the lines are kept. */
  expiresAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Until then a finished import can be undone. */
  undoUntil: z.iso.datetime().nullable(),
});
export type ImportSummary = z.infer<typeof importSummarySchema>;

/** Newest first. */
export const importListSchema = z.object({ items: z.array(importSummarySchema) });

export const importSchema = importSummarySchema.extend({ columns: z.array(columnSchema) });
export type Import = z.infer<typeof importSchema>;
