import { adminMessages } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Own } from "#server/features/accounts/admins/account.service.ts";
import { wrongPassword } from "#server/features/accounts/admins/admins.errors.ts";
import { attemptKey, isFirstAttempt } from "#server/features/accounts/attempts/attempts.service.ts";
import { kindOfCode, typedCode } from "#server/features/accounts/sessions/confirmation.rules.ts";
import { readAuthAnswer } from "#server/features/accounts/sign-in/auth-answer.ts";
import { invalid } from "#server/lib/http/errors.ts";

/** A code of the app stays valid for its half minute: whoever looked over a shoulder must not use it again. */
export function isFreshCode(deps: AppDependencies, adminId: string, code: string): Promise<boolean> {
  return isFirstAttempt(deps, attemptKey(deps, "used-code", `${adminId} ${code}`, 1));
}

/** @throws ApiError 400 with the field */
export async function ensurePassword({ auth, headers }: Own, password: string): Promise<void> {
  const { ok } = await readAuthAnswer(
    auth.api.verifyPassword({ body: { password }, headers, asResponse: true }),
  );
  if (!ok) throw wrongPassword("password");
}

/** Takes a code of the app or a recovery code, which is used up by it. @throws ApiError 400 with the field */
export async function ensureCode({ deps, auth, admin, headers }: Own, text: string): Promise<void> {
  const code = typedCode(text);
  const call = { body: { code }, headers, asResponse: true } as const;
  const kind = kindOfCode(code);
  const { ok } = await readAuthAnswer(
    kind === "totp" ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call),
  );
  const fresh = ok && (kind === "recovery_code" || (await isFreshCode(deps, admin.id, code)));
  if (!fresh) throw invalid({ code: adminMessages.wrongCode });
}
