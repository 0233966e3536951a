import { z } from "zod";
import { currentPasswordSchema, newPasswordSchema, verifyCodeSchema } from "./admins.schema.ts";
import { messages } from "./errors.ts";

const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];

/** An administrator's preferences for the back office. The first value of each is the default. */
const preferencesSchema = z.object({
  /** Whether single letters are shortcuts: A approves, J goes down. */
  singleKeys: z.boolean(),
  density: z.enum(densities),
  /** Whether the administrator left the guided first steps. */
  firstStepsLeft: z.boolean(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** `PATCH /api/admin/me/preferences`: omitted preferences stay unchanged. */
export const changePreferencesSchema = z.strictObject(preferencesSchema.partial().shape, messages.invalid);
export type ChangePreferences = z.infer<typeof changePreferencesSchema>;

/**
 * When the current session ends: `endsInMs` after the server sent the answer, unless it is used. `extendable` is true while use
 * postpones the end, and false once the session has reached its longest life.
 */
export const sessionLifeSchema = z.object({ endsInMs: z.int().min(0), extendable: z.boolean() });
export type SessionLife = z.infer<typeof sessionLifeSchema>;

/** `GET /api/admin/me` */
export const meSchema = z.object({
  id: z.string(),
  email: z.string(),
  isSuperAdmin: z.boolean(),
  twoFactorEnabled: z.boolean(),
  preferences: preferencesSchema,
  session: sessionLifeSchema,
});
export type Me = z.infer<typeof meSchema>;

export const changePasswordSchema = z.strictObject({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
});

export const confirmPasswordSchema = z.strictObject({ password: currentPasswordSchema });

/** `code`: a code of the authenticator app or a recovery code. */
export const stopTwoFactorSchema = confirmPasswordSchema.extend({ code: verifyCodeSchema.shape.code });
export type StopTwoFactor = z.infer<typeof stopTwoFactorSchema>;

/**
 * `POST /api/auth/confirm-password`. `code` is a code of the authenticator app or a recovery code. It is required while
 * two-factor sign-in is on.
 */
export const confirmIdentitySchema = z.strictObject({
  password: currentPasswordSchema,
  code: verifyCodeSchema.shape.code.optional(),
});
export type ConfirmIdentity = z.infer<typeof confirmIdentitySchema>;

/** `confirmedUntil` (ISO 8601): until then this session may use the actions that require a confirmed identity. */
export const identityConfirmedSchema = z.object({ confirmedUntil: z.iso.datetime() });

/** `totpUri` goes into the QR code; the recovery codes are shown only once. */
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
