import { z } from "zod";
import { twoFactorUnreadable } from "#server/features/accounts/admins/admins.errors.ts";

/** What Better Auth answers to the calls we make; anything else is a fault. */
const successSchema = z.object({
  twoFactorRedirect: z.boolean().default(false),
  token: z.string().nullish(),
  user: z.object({ id: z.string(), email: z.string() }).optional(),
  totpURI: z.string().default(""),
  backupCodes: z.array(z.string()).default([]),
});
const failureSchema = z.object({ code: z.string().default("") });

/** The code of our own adapter for a second factor that no known secret opens. */
export const factorUnreadable = "TWO_FACTOR_UNREADABLE";

export type AuthFailure = { ok: false; status: number; code: string };
export type AuthSuccess = {
  ok: true;
  cookies: string[];
  twoFactorRedirect: boolean;
  token: string;
  user: { id: string; email: string };
  totpUri: string;
  recoveryCodes: string[];
};

/**
 * Reads an answer of Better Auth.
 * @throws ApiError 409 when the account's second factor cannot be read any more
 * @throws Error when it failed for a reason that is no fault of the caller
 */
export async function readAuthAnswer(call: Promise<Response>): Promise<AuthSuccess | AuthFailure> {
  const response = await call;
  const body: unknown = await response.json();
  if (!response.ok) {
    const { code } = failureSchema.parse(body ?? {});
    if (code === factorUnreadable) throw twoFactorUnreadable();
    if (response.status >= 500) throw new Error(`the sign-in library failed: ${response.status} ${code}`);
    return { ok: false, status: response.status, code };
  }
  const parsed = successSchema.parse(body);
  return {
    ok: true,
    cookies: response.headers.getSetCookie(),
    twoFactorRedirect: parsed.twoFactorRedirect,
    token: parsed.token ?? "",
    user: parsed.user ?? { id: "", email: "" },
    totpUri: parsed.totpURI,
    recoveryCodes: parsed.backupCodes,
  };
}
