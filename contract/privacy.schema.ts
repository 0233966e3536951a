import { z } from "zod";
import { audiences, signupStatuses } from "./audience.ts";
import { emailEventSchema } from "./bounces.schema.ts";
import { emailStatuses } from "./email.ts";
import { emailSchema } from "./email-address.schema.ts";
import { messages } from "./errors.ts";
import { invitationSchema } from "./invitations.schema.ts";
import { limits } from "./limits.ts";
import {
  consentConfirmations,
  requestKinds,
  suppressionReasons,
  suppressionScopes,
  withdrawers,
} from "./privacy.ts";
import { signupMessages, validateWebsite } from "./signup.ts";
import { visitSourceSchema } from "./sources.schema.ts";
import { lineSchema } from "./text.schema.ts";
import { startedFrom } from "./version.schema.ts";

const moment = z.iso.datetime();

/** A correction of a sign-up. `version` is the version that the administrator saw. Only brands have a website. */
export const rectifySignupSchema = z.strictObject(
  {
    firstname: lineSchema(signupMessages.firstnameRequired, limits.nameMax),
    name: lineSchema(signupMessages.nameRequired, limits.nameMax),
    email: emailSchema(),
    website: z
      .string(signupMessages.websiteRequired)
      .refine((text) => validateWebsite("brand", text) === null, signupMessages.websiteInvalid)
      .optional(),
    ...startedFrom,
  },
  messages.invalid,
);
export type RectifySignup = z.infer<typeof rectifySignupSchema>;

/** The person whose data an administrator requests. */
export const privacyAddressSchema = z.strictObject({ email: emailSchema() }, messages.invalid);

export const privacyRectifySchema = z.strictObject(
  {
    email: emailSchema(),
    audience: z.enum(audiences, messages.invalid),
    id: z.uuid(messages.invalid),
    values: rectifySignupSchema,
  },
  messages.invalid,
);

export const privacyLimitSchema = z.strictObject(
  { email: emailSchema(), limited: z.boolean(messages.invalid) },
  messages.invalid,
);

export const privacyObjectSchema = z.strictObject(
  { email: emailSchema(), objects: z.boolean(messages.invalid) },
  messages.invalid,
);

const requestSchema = z.object({
  id: z.uuid(),
  kind: z.enum(requestKinds),
  source: z.enum(["person", "admin"]),
  receivedAt: moment,
  dueAt: moment,
  closedAt: moment.nullable(),
  outcome: z.string().nullable(),
  handledBy: z.string().nullable(),
  /** True for an open request when most of its month is over. */
  isUrgent: z.boolean(),
});
export type PrivacyRequest = z.infer<typeof requestSchema>;

/** The register: first the open requests, the earliest due date first; then the closed requests, newest first. */
export const privacyRequestListSchema = z.object({ items: z.array(requestSchema) });

export const openRequestSchema = z.strictObject(
  { email: emailSchema(), kind: z.enum(requestKinds, messages.invalid) },
  messages.invalid,
);
export const openedRequestSchema = requestSchema;

export const requestParamsSchema = z.strictObject({ id: z.uuid(messages.invalid) });
export const closeRequestSchema = z.strictObject(
  { outcome: lineSchema("La suite donnée est requise", limits.requestOutcomeMax) },
  messages.invalid,
);

/** The file to hand over: all data that every feature keeps about one address. Screens read only `email` of it. */
export const personalDataFileSchema = z.looseObject({ email: z.string().nullable() });
export type PersonalDataFile = z.output<typeof personalDataFileSchema>;

/** All known data about one address. `email` is null when no table holds the address any more. */
export const personalDataSchema = z.object({
  email: z.string().nullable(),
  signups: z.array(
    z.object({
      audience: z.enum(audiences),
      id: z.uuid(),
      firstname: z.string(),
      name: z.string(),
      email: z.string(),
      website: z.string().nullable(),
      status: z.enum(signupStatuses),
      createdAt: moment,
      decidedAt: moment.nullable(),
      confirmedAt: moment.nullable(),
      limitedAt: moment.nullable(),
      objectedAt: moment.nullable(),
      version: z.int(),
      source: visitSourceSchema.nullable(),
      /** How many of the person's friends count. */
      friends: z.int(),
      starred: z.boolean(),
      note: z.string().nullable(),
      invitations: z.array(invitationSchema),
      answers: z.array(z.object({ question: z.string().nullable(), answer: z.string() })),
    }),
  ),
  consents: z.array(
    z.object({
      text: z.string(),
      givenAt: moment,
      confirmedAt: moment.nullable(),
      confirmation: z.enum(consentConfirmations).nullable(),
      withdrawnAt: moment.nullable(),
      withdrawnBy: z.enum(withdrawers).nullable(),
      /** Where the consent was given, when it came with an imported list. */
      place: z.string().nullish(),
    }),
  ),
  messages: z.array(
    z.object({
      id: z.uuid(),
      subject: z.string(),
      status: z.enum(emailStatuses),
      createdAt: moment,
      sentAt: moment.nullable(),
    }),
  ),
  events: z.array(emailEventSchema.omit({ source: true, headers: true })),
  suppressions: z.array(
    z.object({ reason: z.enum(suppressionReasons), scope: z.enum(suppressionScopes), at: moment }),
  ),
  requests: z.array(requestSchema),
  receivesNews: z.boolean(),
  isLimited: z.boolean(),
});
export type PersonalDataReport = z.infer<typeof personalDataSchema>;

export const erasedSchema = z.object({ signups: z.int() });
