import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import { ApiError } from "#server/lib/http/errors.ts";
import { challengeExpired, notAnAdmin, wrongCode, wrongCredentials } from "./admins.errors.ts";
import { findAdmin, findAdminByEmail } from "./admins.repository.ts";
import { attemptKey, beginAttempt, isFirstAttempt, settleAttempt } from "./attempts.service.ts";
import type { Auth } from "./auth.ts";
import { type AuthFailure, type AuthSuccess, readAuthAnswer } from "./auth-answer.ts";
import { hashToken } from "./session-token.ts";
import { deleteSessionByToken } from "./sessions.repository.ts";

/** Who asks, as far as a request tells. */
export type Visitor = {
  headers: Headers;
  address: string;
  /** Set when this browser has signed in to that account before; somebody else's failures do not hold it up. */
  knownDevice: string | null;
};

type Services = { deps: AppDependencies; auth: Auth };
type SessionUser = { id: string; email: string };

/**
 * Checks the password. An unknown address, a wrong password and an account that is not activated yet get the same
 * answer after the same work.
 */
export async function signIn(
  { deps, auth }: Services,
  { email, password, visitor }: { email: string; password: string; visitor: Visitor },
) {
  const { address, account } = signInKeys(deps, email, visitor);
  await beginAttempt(deps, [address, account], adminMessages.tooManySignIns);
  const answer = await readAuthAnswer(
    auth.api.signInEmail({ body: { email, password }, headers: visitor.headers, asResponse: true }),
  );
  if (!answer.ok) {
    await recordRefusal(deps, email);
    throw wrongCredentials();
  }
  await settleAttempt(deps, { cleared: [account], returned: [address] });
  if (answer.twoFactorRedirect) return { user: null, cookies: answer.cookies };
  return { user: await admit(deps, answer, { secondFactor: false }), cookies: answer.cookies };
}

function signInKeys(deps: AppDependencies, email: string, { address, knownDevice }: Visitor) {
  const account = knownDevice === null ? email.toLowerCase() : `${email.toLowerCase()} ${knownDevice}`;
  return {
    address: attemptKey(deps, "sign-in-address", address, attemptLimits.signInPerAddress),
    account: attemptKey(deps, "sign-in-account", account, attemptLimits.signInPerAccount),
  };
}

/** An address that belongs to nobody is not written down: it may be a visitor's, or a password in the wrong field. */
async function recordRefusal(deps: AppDependencies, email: string): Promise<void> {
  const admin = await findAdminByEmail(deps.db, email);
  await recordEntry(deps.db, {
    actor: admin?.email ?? systemActor,
    action: "session.refused",
    subject: admin?.id ?? null,
  });
}

type SecondFactor = "totp" | "recovery_code";

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export async function verifySecondFactor(
  { deps, auth }: Services,
  { code, kind, visitor }: { code: string; kind: SecondFactor; visitor: Visitor },
) {
  const address = attemptKey(deps, "second-factor-address", visitor.address, attemptLimits.otherPerAddress);
  await beginAttempt(deps, [address], adminMessages.tooManySignIns);
  const call = { body: { code }, headers: visitor.headers, asResponse: true } as const;
  const answer = await readAuthAnswer(
    kind === "totp" ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call),
  );
  if (!answer.ok) {
    await recordEntry(deps.db, {
      actor: systemActor,
      action: "session.refused",
      details: { secondFactor: true },
    });
    throw secondFactorProblem(answer);
  }
  if (kind === "totp") await refuseReplay(deps, { id: answer.user.id, token: answer.token, code });
  await settleAttempt(deps, { cleared: [], returned: [address] });
  return { user: await admit(deps, answer, { secondFactor: true }), cookies: answer.cookies };
}

function secondFactorProblem({ code, status }: AuthFailure): ApiError {
  if (status === 429)
    return new ApiError(429, "too_many_requests", adminMessages.tooManySignIns, {
      headers: { "Retry-After": "900" },
    });
  return code === "INVALID_CODE" || code === "INVALID_BACKUP_CODE" ? wrongCode() : challengeExpired();
}

/** A code of the app stays valid for its half minute: whoever looked over a shoulder must not use it again. */
async function refuseReplay(
  deps: AppDependencies,
  { id, code, token }: { id: string; code: string; token: string },
) {
  if (await isFirstAttempt(deps, attemptKey(deps, "used-code", `${id} ${code}`, 1))) return;
  await deleteSessionByToken(deps.db, hashToken(token));
  throw wrongCode();
}

/** Lets administrators in and nobody else; the session of anybody else ends again. */
async function admit(
  deps: AppDependencies,
  answer: AuthSuccess,
  { secondFactor }: { secondFactor: boolean },
): Promise<SessionUser> {
  const admin = await findAdmin(deps.db, answer.user.id);
  if (!admin) {
    await deleteSessionByToken(deps.db, hashToken(answer.token));
    throw notAnAdmin();
  }
  await recordEntry(deps.db, {
    actor: admin.email,
    action: "session.signed_in",
    subject: admin.id,
    details: { secondFactor },
  });
  return { id: admin.id, email: admin.email };
}
