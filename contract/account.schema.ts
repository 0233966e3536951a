import { z } from "zod";
import { currentPasswordSchema, newPasswordSchema } from "./admins.schema.ts";

/** `GET /api/admin/me` */
export const meSchema = z.object({
  id: z.string(),
  email: z.string(),
  isSuperAdmin: z.boolean(),
  twoFactorEnabled: z.boolean(),
});

export const changePasswordSchema = z.strictObject({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
});

export const confirmPasswordSchema = z.strictObject({ password: currentPasswordSchema });

/** `totpUri` goes into the QR code; the recovery codes are shown this once. */
export const twoFactorStartSchema = z.object({ totpUri: z.string(), recoveryCodes: z.array(z.string()) });
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

export const ownSessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  userAgent: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;
export const ownSessionListSchema = z.object({ items: z.array(ownSessionSchema) });
