/** The shapes of /api/v1. Apps rely on them: fields are added, never renamed, removed or given another meaning. */
import { z } from "zod";
import { audiences, signupStatuses } from "./audience.ts";
import { visitSourceSchema } from "./sources.schema.ts";

const count = z.int();

const statusCountsSchema = z.object({ total: count, pending: count, approved: count, rejected: count });

/** Includes samples; excludes people who limited or objected to the use of their data. */
export const statsV1Schema = z.object({ user: statusCountsSchema, brand: statusCountsSchema });
export type StatsV1 = z.output<typeof statsV1Schema>;
export const statsV1QuerySchema = z.strictObject({});

const answerV1Schema = z.object({
  questionId: z.uuid(),
  /** Null for a deleted question. */
  question: z.string().nullable(),
  /** A text, or the chosen options. */
  value: z.union([z.string(), z.array(z.string())]),
});

/** Times are ISO 8601 in UTC, `updatedAt` to the microsecond. */
export const signupV1Schema = z.object({
  id: z.uuid(),
  audience: z.enum(audiences),
  status: z.enum(signupStatuses),
  firstname: z.string(),
  name: z.string(),
  email: z.string(),
  /** The website of a brand; null for users. */
  website: z.string().nullable(),
  answers: z.array(answerV1Schema),
  source: visitSourceSchema.nullable(),
  /** The id of the older sign-up with the same address. */
  duplicateOf: z.uuid().nullable(),
  createdAt: z.string(),
  /** When the person confirmed the address. */
  confirmedAt: z.string().nullable(),
  /** When the sign-up was approved or rejected. */
  decidedAt: z.string().nullable(),
  updatedAt: z.string(),
});
export type SignupV1 = z.output<typeof signupV1Schema>;

export const signupPageV1Schema = z.object({
  items: z.array(signupV1Schema),
  /** The cursor of the next page; null on the last. */
  nextCursor: z.string().nullable(),
});
export type SignupPageV1 = z.output<typeof signupPageV1Schema>;

const sentences = {
  cursor: "Curseur incorrect",
  limit: "Un nombre de 1 à 200",
  since: "Une date ISO 8601 avec son fuseau",
};

/** A time that PostgreSQL accepts too: an existing date from 1900 on, with an existing UTC offset. */
const timeSchema = (sentence: string) =>
  z.iso
    .datetime({ offset: true, error: sentence })
    .max("2026-11-01T00:00:00.000000+01:00".length, sentence)
    .refine((text) => text >= "1900" && !/[+-](1[5-9]|2\d):\d\d$/.test(text), sentence);

const cursorPartsSchema = z.object({ updatedAt: timeSchema(sentences.cursor), id: z.uuid(sentences.cursor) });

/** The time and the id of the page's last row. Callers send the cursor back unchanged. */
const cursorSchema = z.string().transform((text, context) => {
  const [updatedAt, id] = text.split("~");
  const parts = cursorPartsSchema.safeParse({ updatedAt, id });
  if (parts.success) return parts.data;
  context.addIssue({ code: "custom", message: sentences.cursor });
  return z.NEVER;
});

export const writeCursor = ({ updatedAt, id }: Pick<SignupV1, "updatedAt" | "id">) => `${updatedAt}~${id}`;

export const signupsV1QuerySchema = z.strictObject({
  cursor: cursorSchema.optional().meta({ type: "string", description: "nextCursor of the page before" }),
  limit: z.coerce
    .number(sentences.limit)
    .int(sentences.limit)
    .min(1, sentences.limit)
    .max(200, sentences.limit)
    .default(100),
  updated_since: timeSchema(sentences.since)
    .optional()
    .meta({ type: "string", format: "date-time", description: "Only what changed at this time or later" }),
});
export type SignupsV1Query = z.output<typeof signupsV1QuerySchema>;
