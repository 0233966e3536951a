import { z } from "zod";
import { currentPasswordSchema, newPasswordSchema, verifyCodeSchema } from "./admins.schema.ts";

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

/** `code`: of the authenticator app, or a recovery code. */
export const stopTwoFactorSchema = confirmPasswordSchema.extend({ code: verifyCodeSchema.shape.code });
export type StopTwoFactor = z.infer<typeof stopTwoFactorSchema>;

/**
 * `POST /api/auth/confirm-password`: `code` is one of the authenticator app or a recovery code, and required while
 * two-factor sign-in is on.
 */
export const confirmIdentitySchema = z.strictObject({
  password: currentPasswordSchema,
  code: verifyCodeSchema.shape.code.optional(),
});
export type ConfirmIdentity = z.infer<typeof confirmIdentitySchema>;

/** Until when what is protected is open to this session (ISO 8601). */
export const identityConfirmedSchema = z.object({ confirmedUntil: z.iso.datetime() });

/** `totpUri` goes into the QR code; the recovery codes are shown this once. */
export const twoFactorStartSchema = z.object({ totpUri: z.string(), recoveryCodes: z.array(z.string()) });
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

const ownSessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  userAgent: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;
export const ownSessionListSchema = z.object({ items: z.array(ownSessionSchema) });
