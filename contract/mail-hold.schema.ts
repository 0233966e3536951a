import { z } from "zod";
import { messages } from "./errors.ts";

/** `GET /api/admin/email/hold`: after a restore all mail waits until a super administrator ends the hold. */
export const mailHoldSchema = z.object({
  hold: z
    .object({
      /** ISO 8601 in UTC. */
      since: z.string(),
      /** When the backup was made. This database does not know which messages were sent between `backupMadeAt` and `since`. */
      backupMadeAt: z.string().nullable(),
      /** Messages that waited when the hold began and still wait, with those of campaigns. */
      waiting: z.number().int(),
    })
    .nullable(),
});
export type MailHold = z.infer<typeof mailHoldSchema>;

export const mailHoldMessages = {
  none: "Les envois ne sont pas retenus, ou quelqu’un les a déjà libérés.",
} as const;

/** `POST /api/admin/email/hold/end`: sends or cancels the messages that already waited in the backup. New messages are sent anyway. */
export const mailHoldEndSchema = z.strictObject(
  { waiting: z.enum(["send", "cancel"], messages.invalid) },
  messages.invalid,
);
