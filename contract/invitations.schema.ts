import { z } from "zod";
import { invitationMessages, invitationStates } from "./waves.ts";

export const invitationIdSchema = z.strictObject({ id: z.uuid(invitationMessages.notFound) });

/** A person's invitation. `id`: of its newest code. */
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
