import { attemptLimits } from "#contract/admins.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findAdmin } from "#server/features/accounts/admins/admins.repository.ts";
import { returnAttempt } from "#server/features/accounts/attempts/address-attempts.ts";
import {
  attemptKey,
  isWithinLimit,
  settleAttempt,
} from "#server/features/accounts/attempts/attempts.service.ts";
import {
  consumeToken,
  findTokenUser,
  insertToken,
  type OneTimeToken,
} from "#server/features/accounts/links/one-time-tokens.repository.ts";
import { makeToken } from "#server/features/accounts/sessions/session-token.ts";
import { type TypedCode, takeCode } from "#server/features/accounts/two-factor/codes.service.ts";
import { readFactor } from "#server/features/accounts/two-factor/factors.service.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { ApiError } from "#server/lib/http/errors.ts";
import { admit, type SignedIn } from "./admission.service.ts";
import { challengeLimits } from "./challenge-cookie.ts";
import { challengeExpired, tooManyCodes, wrongCode } from "./sign-in.errors.ts";

/** The password was right: what is left is a code, within ten minutes. Returns the token for the browser's cookie. */
export async function startChallenge(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  userId: string,
): Promise<string> {
  const token = makeToken();
  const expiresAt = new Date(now().getTime() + challengeLimits.lifeMs);
  await insertToken(db, { purpose: "challenge", token, userId, expiresAt });
  return token;
}

type SecondStep = TypedCode & { challenge: string | null; client: string; userAgent: string };

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export async function verifySecondFactor(
  deps: AppDependencies,
  { challenge, client, userAgent, ...code }: SecondStep,
): Promise<SignedIn> {
  const token = { purpose: "challenge", token: challenge ?? "" } as const;
  const userId = await findTokenUser(deps.db, token, deps.now());
  if (userId === null) return refuse(deps, null, challengeExpired());
  const problem = await answerChallenge(deps, { token, userId, code });
  if (problem) return refuse(deps, userId, problem);
  await settleAttempt(deps, { cleared: [codeAttempts(deps, userId)] });
  await returnAttempt(deps, "second-factor-address", client);
  return admit(deps, { userId, userAgent, secondFactor: true });
}

/** Null: the code is right, and challenge and code are used up by it. */
async function answerChallenge(
  deps: AppDependencies,
  { token, userId, code }: { token: OneTimeToken; userId: string; code: TypedCode },
): Promise<ApiError | null> {
  const factor = await readFactor(deps, userId);
  if (!factor?.row.verified) return challengeExpired();
  if (!(await isWithinLimit(deps, challengeAttempts(deps, token)))) {
    await consumeToken(deps.db, token, deps.now());
    return challengeExpired();
  }
  if (!(await isWithinLimit(deps, codeAttempts(deps, userId)))) return tooManyCodes();
  if (!(await takeCode(deps, factor, code))) return wrongCode();
  return (await consumeToken(deps.db, token, deps.now())) === null ? challengeExpired() : null;
}

/** After five wrong codes the password has to be given again. */
function challengeAttempts(deps: AppDependencies, { token }: OneTimeToken) {
  return attemptKey(deps, "challenge", token, challengeLimits.codes);
}

/** However many challenges somebody opens who knows the password, and from wherever. */
function codeAttempts(deps: AppDependencies, userId: string) {
  return attemptKey(deps, "second-factor-account", userId, attemptLimits.secondFactorPerAccount);
}

/** Whoever gets as far as the code knows the password: the entry names the account, if there is one. */
async function refuse({ db }: AppDependencies, id: string | null, problem: ApiError): Promise<never> {
  const admin = id === null ? null : await findAdmin(db, id);
  await recordEntry(db, {
    actor: admin?.email ?? systemActor,
    action: "session.refused",
    subject: admin?.id ?? null,
    details: { secondFactor: true, ...(admin && { email: admin.email }) },
  });
  throw problem;
}
