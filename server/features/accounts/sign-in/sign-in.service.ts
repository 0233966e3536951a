import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  challengeExpired,
  notAnAdmin,
  wrongCode,
  wrongCredentials,
} from "#server/features/accounts/admins/admins.errors.ts";
import { findAdmin, findAdminByEmail } from "#server/features/accounts/admins/admins.repository.ts";
import {
  addressAttempts,
  attemptKey,
  beginAttempt,
  settleAttempt,
} from "#server/features/accounts/attempts/attempts.service.ts";
import { hashToken } from "#server/features/accounts/sessions/session-token.ts";
import { deleteSessionByToken } from "#server/features/accounts/sessions/sessions.repository.ts";
import { isFreshCode } from "#server/features/accounts/two-factor/second-factor.service.ts";
import { countEntry, recordEntry } from "#server/features/journal/journal.service.ts";
import { ApiError } from "#server/lib/http/errors.ts";
import type { Auth } from "./auth.ts";
import { type AuthFailure, type AuthSuccess, readAuthAnswer } from "./auth-answer.ts";

/** Who asks, as far as a request tells. */
export type Visitor = {
  headers: Headers;
  /** Whose attempts these are, see `addressAttempts`. */
  client: string;
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
  await beginAttempt(deps, [account], adminMessages.tooManyForAccount);
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

function signInKeys(deps: AppDependencies, email: string, { client, knownDevice }: Visitor) {
  return {
    address: addressAttempts(deps, "sign-in-address", client),
    account: accountAttempts(deps, email, knownDevice),
  };
}

/** The attempts on an account: those of one browser that it knows, or of all that it does not. */
export function accountAttempts(deps: AppDependencies, email: string, knownDevice: string | null = null) {
  const account = email.toLowerCase();
  const whose = knownDevice === null ? account : `${account} ${knownDevice}`;
  return attemptKey(deps, "sign-in-account", whose, attemptLimits.signInPerAccount);
}

/** Refusals of strangers are counted by the hour. An address that belongs to nobody is not written down: it may be a visitor's, or a password in the wrong field. */
async function recordRefusal(deps: AppDependencies, email: string): Promise<void> {
  const admin = await findAdminByEmail(deps.db, email);
  if (!admin) return countEntry(deps.db, "session.refused", deps.now());
  await recordEntry(deps.db, { actor: admin.email, action: "session.refused", subject: admin.id });
}

type SecondFactor = "totp" | "recovery_code";

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export async function verifySecondFactor(
  { deps, auth }: Services,
  { code, kind, visitor }: { code: string; kind: SecondFactor; visitor: Visitor },
) {
  const challenged = await auth.api.findChallengedUser({ headers: visitor.headers });
  const call = { body: { code }, headers: visitor.headers, asResponse: true } as const;
  const answer = await readAuthAnswer(
    kind === "totp" ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call),
  );
  if (!answer.ok) {
    await recordRefusedCode(deps, challenged.id);
    throw secondFactorProblem(answer);
  }
  if (kind === "totp") await refuseReplay(deps, { id: answer.user.id, token: answer.token, code });
  await settleAttempt(deps, {
    cleared: [],
    returned: [addressAttempts(deps, "second-factor-address", visitor.client)],
  });
  return { user: await admit(deps, answer, { secondFactor: true }), cookies: answer.cookies };
}

/** Whoever gets as far as the code knows the password: the entry names the account, if there is one. */
async function recordRefusedCode({ db }: AppDependencies, id: string | null): Promise<void> {
  const admin = id === null ? null : await findAdmin(db, id);
  await recordEntry(db, {
    actor: admin?.email ?? systemActor,
    action: "session.refused",
    subject: admin?.id ?? null,
    details: { secondFactor: true, ...(admin && { email: admin.email }) },
  });
}

function secondFactorProblem({ code, status }: AuthFailure): ApiError {
  if (status === 429)
    return new ApiError(429, "too_many_requests", adminMessages.tooManySignIns, {
      headers: { "Retry-After": "900" },
    });
  return code === "INVALID_CODE" || code === "INVALID_BACKUP_CODE" ? wrongCode() : challengeExpired();
}

async function refuseReplay(
  deps: AppDependencies,
  { id, code, token }: { id: string; code: string; token: string },
) {
  if (await isFreshCode(deps, id, code)) return;
  await deleteSessionByToken(deps.db, hashToken(token));
  await recordRefusedCode(deps, id);
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
