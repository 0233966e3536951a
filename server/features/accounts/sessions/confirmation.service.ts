import type { ConfirmIdentity } from "#contract/account.schema.ts";
import { adminMessages, attemptLimits, sessionLimits } from "#contract/admins.ts";
import type { Own } from "#server/features/accounts/admins/account.service.ts";
import { isTwoFactorEnabled } from "#server/features/accounts/admins/admins.repository.ts";
import {
  attemptKey,
  beginAttempt,
  settleAttempt,
} from "#server/features/accounts/attempts/attempts.service.ts";
import { ensureCode, ensurePassword } from "#server/features/accounts/two-factor/second-factor.service.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { markConfirmed } from "./sessions.repository.ts";

/**
 * Opens what is protected to this session, and to no other one, for ten minutes.
 * @returns until when
 * @throws ApiError 400 with the field that is wrong; 429 after too many attempts
 */
export async function confirmIdentity(own: Own, { password, code }: ConfirmIdentity): Promise<Date> {
  const { deps, admin } = own;
  const key = attemptKey(deps, "password-confirmation", admin.id, attemptLimits.passwordPerAccount);
  await beginAttempt(deps, [key]);
  const secondFactor = await isTwoFactorEnabled(deps.db, admin.id);
  if (secondFactor && code === undefined) throw invalid({ code: adminMessages.codeRequired });
  // First the password: a code is used up by looking at it.
  await ensurePassword(own, password);
  if (secondFactor && code !== undefined) await ensureCode(own, code);
  const now = deps.now();
  await markConfirmed(deps.db, admin.sessionId, now);
  await settleAttempt(deps, { cleared: [key], returned: [] });
  return new Date(now.getTime() + sessionLimits.confirmationMs);
}
