import { z } from "zod";
import { audiences, targetTypes } from "./audience.ts";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import { showIfSchema } from "./questionnaire.schema.ts";
import { fieldTypes } from "./questions/registry.ts";
import { formPassSchema, formTokenSchema, proofSchema } from "./shield.schema.ts";
import { signupMessages } from "./signup.ts";

const sentences = {
  audience: "Type d’inscription inconnu",
  id: "Identifiant incorrect",
  key: "Clé d’idempotence incorrecte",
  tooManyAnswers: `${limits.responsesMax} réponses au maximum`,
} as const;

export const audienceSchema = z.enum(audiences, sentences.audience);
export const signupIdSchema = z.uuid(sentences.id);
export const audienceParamsSchema = z.strictObject({ audience: audienceSchema });
export const audienceQuerySchema = z.strictObject({ audience: audienceSchema }, messages.invalid);
export const signupParamsSchema = z.strictObject({
  audience: audienceSchema,
  id: signupIdSchema,
});

/** The questions that a visitor is asked, in order. */
const activeQuestionsSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      fieldType: z.enum(fieldTypes),
      options: z.array(z.string()).nullable(),
      required: z.boolean(),
      active: z.boolean(),
      orderPosition: z.int(),
      targetType: z.enum(targetTypes),
      showIf: showIfSchema.nullable().optional(),
      autoComplete: z.string().optional(),
    }),
  ),
});

/** The questions with the token and the puzzle that the form needs to be sent. */
export const questionnaireSchema = activeQuestionsSchema.extend(formPassSchema.shape);

/** 8 to 200 visible ASCII characters, made by the dialog for each sign-up that a visitor sends. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,200}$/;
export const idempotencyKeySchema = z.string(sentences.key).regex(idempotencyKeyPattern, sentences.key);

const answerSchema = z.union(
  [z.string(), z.array(z.string()).max(limits.optionsMax)],
  signupMessages.answerInvalid,
);

/** zod silently drops a `__proto__` key; this schema refuses it like any other unknown question. */
const responsesSchema = z
  .unknown()
  .superRefine((value, context) => {
    if (typeof value !== "object" || value === null) return;
    const keys = Object.keys(value);
    if (keys.includes("__proto__")) {
      context.addIssue({ code: "custom", path: ["__proto__"], message: messages.unknownField });
    }
    if (keys.length > limits.responsesMax) {
      context.addIssue({ code: "custom", message: sentences.tooManyAnswers });
    }
  })
  .meta({ type: "object", description: "By question id: a text, or a list of texts for checkboxes" })
  .pipe(z.record(z.string(), answerSchema, messages.invalid));

/**
 * The shape of a sign-up's body. `validateSignup` checks the texts, in the browser too. `company` is an invisible field that only
 * robots fill. `emailConfirmed`: after the error `email_unconfirmed`, the visitor says that the address is right although its
 * domain does not seem to receive mail.
 */
export const signupSchema = z.strictObject(
  {
    firstname: z.string(signupMessages.firstnameRequired),
    name: z.string(signupMessages.nameRequired),
    email: z.string(signupMessages.emailRequired),
    website: z.string(signupMessages.websiteRequired).optional(),
    responses: responsesSchema,
    company: z.string(messages.invalidText).optional(),
    emailConfirmed: z.boolean(messages.invalid).optional(),
    /** Whether the visitor ticked the box for news. The token determines the version of its wording. */
    newsConsent: z.boolean(messages.invalid).optional(),
    /** The visit's source as parameters of an address (`utm_source=…&utm_medium=…&utm_campaign=…`). A longer text is cut, not refused. */
    source: z.string(messages.invalidText).optional(),
    token: formTokenSchema.optional(),
    proof: proofSchema.optional(),
  },
  messages.invalid,
);
export type SignupBody = z.infer<typeof signupSchema>;

/** `confirms`: whether a message asks the person to confirm the address. */
export const signupCreatedSchema = z.object({ id: z.uuid(), confirms: z.boolean() });

/** The address of a sign-up that was just sent, corrected by its visitor. */
export const correctAddressSchema = signupSchema.pick({ email: true, emailConfirmed: true });
export const resendConfirmationSchema = signupSchema.pick({ email: true });
