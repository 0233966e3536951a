import { z } from "zod";
import { signupStatuses, targetTypes } from "./audience.ts";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import { segmentMessages } from "./segments.ts";
import { normaliseSource } from "./sources.ts";
import { lineSchema } from "./text.schema.ts";
import { startedFrom, versioned } from "./version.schema.ts";

const value = segmentMessages.value;
const status = z.enum(signupStatuses, value);
const questionId = z.uuid(value);
const option = lineSchema(value, limits.optionMax);
const field = <Name extends string>(name: Name) => z.literal(name);
const truth = <Name extends string>(name: Name) =>
  z.strictObject(
    { field: field(name), op: z.literal("is", value), value: z.boolean(value) },
    messages.invalid,
  );

const statusRule = z.discriminatedUnion("op", [
  z.strictObject({ field: field("status"), op: z.enum(["is", "isNot"]), value: status }),
  z.strictObject({
    field: field("status"),
    op: z.literal("anyOf"),
    value: z.array(status, value).min(1, value).max(signupStatuses.length, value),
  }),
]);

const answerRule = z.discriminatedUnion("op", [
  z.strictObject({ field: field("answer"), questionId, op: z.enum(["is", "isNot"]), value: option }),
  z.strictObject({
    field: field("answer"),
    questionId,
    op: z.literal("contains"),
    value: lineSchema(value, limits.searchMax),
  }),
  z.strictObject({
    field: field("answer"),
    questionId,
    op: z.literal("anyOf"),
    value: z.array(option, value).min(1, value).max(limits.optionsMax, value),
  }),
  z.strictObject({
    field: field("answer"),
    questionId,
    op: z.literal("none"),
    value: z.null(value).optional(),
  }),
]);

const source = z
  .string(value)
  .transform(normaliseSource)
  .refine((text) => text !== "", value);
const sourceRule = z.discriminatedUnion("op", [
  z.strictObject({ field: field("source"), op: z.enum(["is", "isNot"]), value: source }),
  z.strictObject({
    field: field("source"),
    op: z.literal("anyOf"),
    value: z.array(source, value).min(1, value).max(limits.optionsMax, value),
  }),
  z.strictObject({ field: field("source"), op: z.literal("none"), value: z.null(value).optional() }),
]);

const ruleSchema = z.discriminatedUnion(
  "field",
  [
    statusRule,
    truth("confirmed"),
    truth("news"),
    truth("website"),
    truth("starred"),
    truth("counted"),
    z.strictObject({
      field: field("date"),
      op: z.enum(["before", "after"], value),
      value: z.iso.date(value).refine((day) => day >= "1900-01-01", value),
    }),
    z.strictObject({
      field: field("friends"),
      op: z.enum(["is", "after", "before"], value),
      value: z.int(value).min(0, value).max(100_000, value),
    }),
    sourceRule,
    answerRule,
  ],
  segmentMessages.field,
);

const match = z.enum(["all", "any"], messages.invalid);
const groupSchema = z.strictObject(
  {
    match,
    rules: z
      .array(ruleSchema, segmentMessages.tooFew)
      .min(1, segmentMessages.tooFew)
      .max(limits.segmentRulesMax, segmentMessages.tooMany(limits.segmentRulesMax)),
  },
  segmentMessages.conditions,
);

/** Two levels of conditions, ten in all. */
export const conditionsSchema = z
  .strictObject(
    {
      match,
      groups: z
        .array(groupSchema, segmentMessages.tooFew)
        .min(1, segmentMessages.tooFew)
        .max(limits.segmentRulesMax, segmentMessages.tooMany(limits.segmentRulesMax)),
    },
    segmentMessages.conditions,
  )
  .refine(
    ({ groups }) => groups.reduce((sum, { rules }) => sum + rules.length, 0) <= limits.segmentRulesMax,
    segmentMessages.tooMany(limits.segmentRulesMax),
  );

/** Conditions as JSON in an address: the unsaved segment of a list. Null for the empty text. */
export const conditionsTextSchema = z
  .string(segmentMessages.conditions)
  .max(limits.conditionsTextMax, segmentMessages.conditions)
  .transform((text, context) => {
    if (text === "") return null;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: segmentMessages.conditions });
      return z.NEVER;
    }
  })
  .pipe(conditionsSchema.nullable());

const segmentFields = {
  audience: z.enum(targetTypes, messages.invalid),
  conditions: conditionsSchema,
};

export const previewSegmentSchema = z.strictObject(segmentFields, messages.invalid);
export type PreviewSegment = z.input<typeof previewSegmentSchema>;

export const saveSegmentSchema = z.strictObject(
  { name: lineSchema(segmentMessages.name, limits.segmentNameMax), ...segmentFields },
  messages.invalid,
);
export type SaveSegment = z.output<typeof saveSegmentSchema>;

export const updateSegmentSchema = saveSegmentSchema.extend(startedFrom);

export const segmentIdSchema = z.strictObject({ id: z.uuid(segmentMessages.notFound) });

/** `missing`: the deleted question or option that the segment names; it then matches no sign-up. */
export const segmentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  ...segmentFields,
  sentence: z.string(),
  missing: z.string().nullable(),
  ...versioned,
});
export type SavedSegment = z.output<typeof segmentSchema>;

export const segmentListSchema = z.object({ items: z.array(segmentSchema) });
export type SegmentList = z.output<typeof segmentListSchema>;

/** How many sign-ups match, and the newest few matches. */
export const segmentPreviewSchema = z.object({
  count: z.int(),
  sentence: z.string(),
  missing: z.string().nullable(),
  sample: z.array(
    z.object({
      id: z.uuid(),
      audience: z.enum(["user", "brand"]),
      firstname: z.string(),
      name: z.string(),
      email: z.string(),
      status: z.enum(signupStatuses),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type SegmentPreview = z.output<typeof segmentPreviewSchema>;
