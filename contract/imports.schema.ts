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

/** A part of a proof of consent. Many people share the stored text, so it must not contain an address. */
const proofPart = (max: number) =>
  lineSchema(importMessages.proof, max).refine((text) => !text.includes("@"), importMessages.address);

/** The proof of consent for all rows, where no column gives it for each row. `at` is a day. */
const proofSchema = z.strictObject(
  {
    at: z.iso.date(importMessages.date).nullish(),
    place: proofPart(importLimits.placeMax).nullish(),
    words: proofPart(importLimits.wordsMax).nullish(),
  },
  messages.invalid,
);

/**
 * `columns`: the column of each field. `status`: the first status of the sign-ups. Without `consent` no person gets news, even if
 * the columns hold proofs.
 */
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
/** The settings as they are stored with the import. */
export type ImportSettings = z.output<typeof rehearseImportSchema>;
export type RehearseImport = z.input<typeof rehearseImportSchema>;

/** `settings`: those of the rehearsal that the administrator saw. Without them, the last rehearsal counts. */
export const startImportSchema = z.strictObject(
  { settings: rehearseImportSchema.optional() },
  messages.invalid,
);

/**
 * Rows that are not imported. `known`: the person signed up before, or an earlier row has the same address (`repeated`).
 * `suppressed`: the address is blocked here, or was unsubscribed in the other tool.
 */
const countsSchema = z.object({ known: z.int(), suppressed: z.int(), invalid: z.int() });

export const rehearsalSchema = countsSchema.extend({
  new: z.int(),
  /** How many of the known rows repeat an address of an earlier row in the same file. */
  repeated: z.int(),
  /** How many of the new people may get news, because their proof of consent is complete. */
  consented: z.int(),
  /** The first new sign-ups, as they will be stored. */
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
  /** The first invalid rows; the file to download has all of them. */
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
  /** Lines of the file without the titles. */
  total: z.int(),
  imported: z.int(),
  undone: z.int(),
  /** Why the import paused by itself, or could not be undone so far. */
  problem: z.string().nullable(),
  /** When the lines are deleted. */
  expiresAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** A finished import can be undone until this time. */
  undoUntil: z.iso.datetime().nullable(),
});
export type ImportSummary = z.infer<typeof importSummarySchema>;

/** Newest first. */
export const importListSchema = z.object({ items: z.array(importSummarySchema) });

export const importSchema = importSummarySchema.extend({ columns: z.array(columnSchema) });
export type Import = z.infer<typeof importSchema>;
