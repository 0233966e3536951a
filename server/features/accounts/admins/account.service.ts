import type { StopTwoFactor } from "#contract/account.schema.ts";
import { adminMessages, attemptLimits } from "#contract/admins.ts";
import type { JournalAction } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  attemptKey,
  beginAttempt,
  settleAttempt,
} from "#server/features/accounts/attempts/attempts.service.ts";
import { tokenHashOf } from "#server/features/accounts/sessions/session-token.ts";
import {
  deleteOtherSessions,
  deleteOwnSession,
  deleteSessionsWithout,
} from "#server/features/accounts/sessions/sessions.repository.ts";
import type { Auth } from "#server/features/accounts/sign-in/auth.ts";
import {
  type AuthFailure,
  type AuthSuccess,
  readAuthAnswer,
} from "#server/features/accounts/sign-in/auth-answer.ts";
import { ensureUncommon } from "#server/features/accounts/sign-in/password.service.ts";
import {
  ensureCode,
  ensurePassword,
  isFreshCode,
} from "#server/features/accounts/two-factor/second-factor.service.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { ApiError, invalid, notFound } from "#server/lib/http/errors.ts";
import { twoFactorOff, wrongPassword } from "./admins.errors.ts";
import { isTwoFactorEnabled } from "./admins.repository.ts";

/** An administrator who acts on the own account. */
export type Own = { deps: AppDependencies; auth: Auth; admin: CurrentAdmin; headers: Headers };

/** Replaces the password; every other session ends and this one goes on under a new token. */
export async function changePassword(
  own: Own,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<AuthSuccess> {
  ensureUncommon(newPassword);
  const body = { currentPassword, newPassword, revokeOtherSessions: true };
  const answer = await confirmed(own, "currentPassword", () =>
    own.auth.api.changePassword({ body, headers: own.headers, asResponse: true }),
  );
  await record(own, "account.password_changed");
  return answer;
}

/** First step: the secret for the app and the recovery codes. Nothing is asked at sign-in before the second step. */
export function startTwoFactor(own: Own, password: string): Promise<AuthSuccess> {
  return confirmed(own, "password", () =>
    own.auth.api.enableTwoFactor({
      body: { password, method: "totp" },
      headers: own.headers,
      asResponse: true,
    }),
  );
}

/** Second step: a code proves that the app knows the secret. */
export async function confirmTwoFactor(own: Own, code: string): Promise<AuthSuccess> {
  const key = attemptKey(own.deps, "two-factor-code", own.admin.id, attemptLimits.passwordPerAccount);
  await beginAttempt(own.deps, [key]);
  const answer = await readAuthAnswer(
    own.auth.api.verifyTOTP({ body: { code }, headers: own.headers, asResponse: true }),
  );
  if (!answer.ok) {
    throw answer.code === "INVALID_CODE" ? invalid({ code: adminMessages.wrongCode }) : twoFactorOff();
  }
  await isFreshCode(own.deps, own.admin.id, code); // from here on it is used
  await endEarlierSessions(own, answer);
  await settleAttempt(own.deps, { cleared: [key], returned: [] });
  await record(own, "account.two_factor_enabled");
  return answer;
}

/** The session that switched it on goes on under a new token; the others were opened with the password alone. */
async function endEarlierSessions({ deps, admin }: Own, { cookies }: AuthSuccess): Promise<void> {
  const keepToken = tokenHashOf(cookies, deps.config);
  await deleteSessionsWithout(deps.db, { keepToken, userId: admin.id });
}

/** Takes a code besides the password: who knows the one must not be able to do away with the other. */
export async function stopTwoFactor(own: Own, { password, code }: StopTwoFactor): Promise<AuthSuccess> {
  if (!(await isTwoFactorEnabled(own.deps.db, own.admin.id))) throw twoFactorOff();
  const key = attemptKey(own.deps, "password-confirmation", own.admin.id, attemptLimits.passwordPerAccount);
  await beginAttempt(own.deps, [key]);
  await ensurePassword(own, password);
  await ensureCode(own, code);
  const answer = await readAuthAnswer(
    own.auth.api.disableTwoFactor({ body: { password }, headers: own.headers, asResponse: true }),
  );
  if (!answer.ok) throw problemOf(answer, "password");
  await settleAttempt(own.deps, { cleared: [key], returned: [] });
  await record(own, "account.two_factor_disabled");
  return answer;
}

/** Makes new recovery codes; the older ones no longer work. */
export async function renewRecoveryCodes(own: Own, password: string): Promise<AuthSuccess> {
  const answer = await confirmed(own, "password", () =>
    own.auth.api.generateBackupCodes({ body: { password }, headers: own.headers, asResponse: true }),
  );
  await record(own, "account.recovery_codes_renewed");
  return answer;
}

export async function endOwnSession({ deps, admin }: Pick<Own, "deps" | "admin">, id: string): Promise<void> {
  if (!(await deleteOwnSession(deps.db, { id, userId: admin.id }))) throw notFound(adminMessages.sessionGone);
  await recordEntry(deps.db, { actor: admin.email, action: "session.ended", subject: admin.id });
}

export async function endOtherSessions({ deps, admin }: Pick<Own, "deps" | "admin">): Promise<void> {
  const ended = await deleteOtherSessions(deps.db, { keepId: admin.sessionId, userId: admin.id });
  if (ended === 0) return;
  await recordEntry(deps.db, {
    actor: admin.email,
    action: "session.ended",
    subject: admin.id,
    details: { count: ended },
  });
}

/** A call that asks for the current password. Whoever found an open browser cannot try passwords without end. */
async function confirmed({ deps, admin }: Own, field: string, call: () => Promise<Response>) {
  const key = attemptKey(deps, "password-confirmation", admin.id, attemptLimits.passwordPerAccount);
  await beginAttempt(deps, [key]);
  const answer = await readAuthAnswer(call());
  if (!answer.ok) throw problemOf(answer, field);
  await settleAttempt(deps, { cleared: [key], returned: [] });
  return answer;
}

function problemOf({ code }: AuthFailure, field: string): ApiError {
  if (code === "TOTP_ALREADY_ENABLED") return new ApiError(409, "conflict", adminMessages.twoFactorAlreadyOn);
  if (code === "TWO_FACTOR_NOT_ENABLED") return twoFactorOff();
  return wrongPassword(field);
}

function record({ deps, admin }: Own, action: JournalAction): Promise<void> {
  return recordEntry(deps.db, { actor: admin.email, action, subject: admin.id });
}
