import { z } from "zod";
import { adminMessages } from "./admins.ts";
import { passwordProblem } from "./admins-password.ts";
import { emailSchema } from "./email-address.schema.ts";
import { messages, requestMessages } from "./errors.ts";
import { limits } from "./limits.ts";
import { answerMessages } from "./questions/answer-messages.ts";
import { isWellFormed } from "./text.ts";

/**
 * How to sign in:
 * 1. `POST /api/auth/sign-in/email` `{ email, password }` → 200 `{ twoFactorRedirect, user }` and the session's cookie.
 *    401 `unauthenticated`, 403 `forbidden` (no administrator) and 429 carry a message to show.
 * 2. With `twoFactorRedirect: true` there is no session yet (`user` is null), but a cookie for ten minutes:
 *    `POST /api/auth/two-factor/verify-totp` `{ code }` (six digits of the app), or
 *    `POST /api/auth/two-factor/verify-backup-code` `{ code }` (a recovery code, one use) → 200 `{ user }` and the session.
 *    401 with code `unauthenticated`: wrong code, try again; 409 `conflict`: the challenge is over, back to step 1.
 * 3. `GET /api/admin/me` answers who is signed in and when the session ends. `POST /api/admin/me/session` postpones that end,
 *    and `POST /api/auth/sign-out` ends the session.
 *
 * First start: `GET /api/setup` → `{ required }`, `POST /api/setup` `{ email, code }` → `{ activationLink }`. The server prints
 * the code on its console; a request without it gets 403.
 * Forgotten password: `POST /api/auth/request-password-reset` `{ email }` → always 200. The server sends a link by e-mail when the
 * address belongs to an active administrator and mail can be sent.
 * A link leads to `/admin/activate#token=…`. Its page calls `POST /api/auth/link` `{ token }` → `{ email }` to show the account,
 * and then `POST /api/auth/reset-password` `{ token, newPassword }`.
 */

/** An address of an administrator: plain ASCII, because sign-in accepts nothing else. */
export const adminEmailSchema = emailSchema(adminMessages.emailRequired).refine(
  (email) => z.email().safeParse(email).success,
  answerMessages.emailInvalid,
);

/** A password to check against the stored one. */
export const currentPasswordSchema = z
  .string(adminMessages.passwordRequired)
  .min(1, adminMessages.passwordRequired)
  .max(limits.passwordMax, adminMessages.passwordTooLong)
  .refine((password) => isWellFormed(password), messages.invalidText);

/** A password to set. Spaces and emoji are welcome; it is never trimmed. */
export const newPasswordSchema = z
  .string(adminMessages.passwordRequired)
  .refine((password) => passwordProblem(password) !== "too_short", adminMessages.passwordTooShort)
  .refine((password) => passwordProblem(password) !== "too_long", adminMessages.passwordTooLong)
  .refine((password) => isWellFormed(password) && !password.includes("\0"), messages.invalidText);

/** The id of an account or of a session in an address. */
export const accountParamsSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/, requestMessages.notFound),
});

/** `code`: the code that the server prints on its console. A missing code is refused like a wrong one. */
export const setUpSchema = z.strictObject({
  email: adminEmailSchema,
  code: z.string(adminMessages.setupCodeWrong).max(64, adminMessages.setupCodeWrong).default(""),
});
export const setUpResponseSchema = z.object({ activationLink: z.string() });
export const setUpStateSchema = z.object({ required: z.boolean() });

export const signInSchema = z.strictObject({ email: adminEmailSchema, password: currentPasswordSchema });

const sessionUserSchema = z.object({ id: z.string(), email: z.string() });

export const signInResponseSchema = z.object({
  twoFactorRedirect: z.boolean(),
  user: sessionUserSchema.nullable(),
});

/** Without spaces, because apps show digits in groups. */
export const verifyCodeSchema = z.strictObject({
  code: z
    .string(adminMessages.wrongCode)
    .overwrite((text) => text.replace(/\s/g, ""))
    .min(6, adminMessages.wrongCode)
    .max(32, adminMessages.wrongCode),
});
export const verifyCodeResponseSchema = z.object({ user: sessionUserSchema });

export const currentSessionSchema = z
  .object({ user: sessionUserSchema, session: z.object({ id: z.string() }) })
  .nullable();

export const requestLinkSchema = z.strictObject({ email: adminEmailSchema });

const linkTokenSchema = z
  .string(adminMessages.linkInvalid)
  .min(1, adminMessages.linkInvalid)
  .max(128, adminMessages.linkInvalid);

export const readLinkSchema = z.strictObject({ token: linkTokenSchema });
export const linkOwnerSchema = z.object({ email: z.string() });
export const redeemLinkSchema = readLinkSchema.extend({ newPassword: newPasswordSchema });

export const createAdminSchema = z.strictObject({
  email: adminEmailSchema,
  isSuperAdmin: z.boolean().default(false),
});
export type CreateAdmin = z.infer<typeof createAdminSchema>;

const adminSchema = z.object({
  id: z.string(),
  email: z.string(),
  isSuperAdmin: z.boolean(),
  /** ISO 8601; null until the activation link was used. */
  activatedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Admin = z.infer<typeof adminSchema>;

export const adminListSchema = z.object({ items: z.array(adminSchema) });

/** `expiresAt` (ISO 8601): when the link stops working. `emailed`: whether the server also sent it by e-mail. */
export const activationLinkSchema = z.object({
  activationLink: z.string(),
  expiresAt: z.string(),
  emailed: z.boolean(),
});

export const createdAdminSchema = activationLinkSchema.extend({ admin: adminSchema });
