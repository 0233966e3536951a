import { z } from "zod";

/** `GET /api/admin/email/hold`: since a backup was restored nothing leaves until a person says go. */
export const mailHoldSchema = z.object({
  hold: z
    .object({
      /** ISO 8601 in UTC. */
      since: z.string(),
      /** When the backup was made: what was sent between the two is not known here. */
      backupMadeAt: z.string().nullable(),
      /** Messages that wait now, campaigns included. */
      waiting: z.number().int(),
    })
    .nullable(),
});

/** `POST /api/admin/email/hold/end`: what becomes of messages that already waited in the backup. New ones are sent either way. */
export const mailHoldEndSchema = z.strictObject({ waiting: z.enum(["send", "cancel"]) });
