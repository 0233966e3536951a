import { z } from "zod";
import { messages } from "./errors.ts";

/** `GET /api/admin/email/hold`: after a restore all mail waits until a super administrator ends the hold. */
export const mailHoldSchema = z.object({
  hold: z
    .object({
      /** ISO 8601 in UTC. */
      since: z.string(),
      /** When the backup was made: what was sent between the two is not known here. */
      backupMadeAt: z.string().nullable(),
      /** Messages that waited when the hold began and still do, campaigns included. */
      waiting: z.number().int(),
    })
    .nullable(),
});
export type MailHold = z.infer<typeof mailHoldSchema>;

export const mailHoldMessages = {
  none: "Les envois ne sont pas retenus, ou quelqu’un les a déjà libérés.",
} as const;

/** `POST /api/admin/email/hold/end`: sends or cancels the messages that already waited in the backup. New ones are sent either way. */
export const mailHoldEndSchema = z.strictObject(
  { waiting: z.enum(["send", "cancel"], messages.invalid) },
  messages.invalid,
);
