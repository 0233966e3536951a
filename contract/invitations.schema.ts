import { z } from "zod";
import { audiences } from "./audience.ts";
import { messages } from "./errors.ts";
import { invitationMessages, invitationStates } from "./waves.ts";

export const invitationIdSchema = z.strictObject({ id: z.uuid(invitationMessages.notFound) });

/** A person's invitation. `id` is the id of its newest code. */
export const invitationSchema = z.object({
  id: z.uuid(),
  waveId: z.uuid().nullable(),
  state: z.enum(invitationStates),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  redeemedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});
export type Invitation = z.output<typeof invitationSchema>;

/** `email`: when present, the code must belong to the person with this address. */
export const redeemSchema = z.strictObject(
  {
    code: z.string(messages.invalidText).max(100, messages.tooLong(100)),
    email: z.string(messages.invalidText).max(300, messages.tooLong(300)).optional(),
  },
  messages.invalid,
);
export type Redeem = z.output<typeof redeemSchema>;

/** `answers`: present only for a token that may read sign-ups. */
export const redeemedSchema = z.object({
  id: z.uuid(),
  audience: z.enum(audiences),
  firstname: z.string(),
  redeemedAt: z.iso.datetime(),
  answers: z
    .array(
      z.object({
        questionId: z.string(),
        question: z.string().nullable(),
        value: z.union([z.string(), z.array(z.string())]),
      }),
    )
    .optional(),
});
export type Redeemed = z.output<typeof redeemedSchema>;
