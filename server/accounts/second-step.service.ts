import { attemptLimits } from "#contract/admins.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { ApiError } from "#server/lib/http/errors.ts";
import { returnAttempt } from "./address-attempts.ts";
import { lookUpAdmin } from "./admins.service.ts";
import { admit, type SignedIn } from "./admission.service.ts";
import { attemptKey, isWithinLimit, settleAttempt } from "./attempts.service.ts";
import { type TypedCode, takeCode } from "./codes.service.ts";
import { readFactor } from "./factors.service.ts";
import { challengeLimits, findChallenged, takeChallenge } from "./one-time-tokens.service.ts";
import type { Client } from "./request-identity.ts";
import { challengeExpired, tooManyCodes, wrongCode } from "./sign-in.errors.ts";

type SecondStep = TypedCode & { challenge: string | null; client: Client; userAgent: string };

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export async function verifySecondFactor(
  deps: AppDependencies,
  { challenge, client, userAgent, ...code }: SecondStep,
): Promise<SignedIn> {
  const userId = challenge === null ? null : await findChallenged(deps.db, challenge, deps.now());
  if (challenge === null || userId === null) return refuse(deps, null, challengeExpired());
  const problem = await answerChallenge(deps, { challenge, userId, code });
  if (problem) return refuse(deps, userId, problem);
  await settleAttempt(deps, { cleared: [codeAttempts(deps, userId)] });
  await returnAttempt(deps, "second-factor-address", client);
  return admit(deps, { userId, userAgent, secondFactor: true });
}

/** Null: the code is right, and challenge and code are used up by it. */
async function answerChallenge(
  deps: AppDependencies,
  { challenge, userId, code }: { challenge: string; userId: string; code: TypedCode },
): Promise<ApiError | null> {
  const factor = await readFactor(deps, userId);
  if (!factor?.row.verified) return challengeExpired();
  if (!(await isWithinLimit(deps, challengeAttempts(deps, challenge)))) {
    await takeChallenge(deps.db, challenge, deps.now());
    return challengeExpired();
  }
  if (!(await isWithinLimit(deps, codeAttempts(deps, userId)))) return tooManyCodes();
  if (!(await takeCode(deps, factor, code))) return wrongCode();
  return (await takeChallenge(deps.db, challenge, deps.now())) ? null : challengeExpired();
}

/** After five wrong codes the password has to be given again. */
function challengeAttempts(deps: AppDependencies, challenge: string) {
  return attemptKey(deps, "challenge", challenge, challengeLimits.codes);
}

/** However many challenges somebody opens who knows the password, and from wherever. */
function codeAttempts(deps: AppDependencies, userId: string) {
  return attemptKey(deps, "second-factor-account", userId, attemptLimits.secondFactorPerAccount);
}

/** Whoever gets as far as the code knows the password: the entry names the account, if there is one. */
async function refuse({ db }: AppDependencies, id: string | null, problem: ApiError): Promise<never> {
  const admin = id === null ? null : await lookUpAdmin(db, { id });
  await recordEntry(db, {
    actor: admin?.email ?? systemActor,
    action: "session.refused",
    subject: admin?.id ?? null,
    details: { secondFactor: true, ...(admin && { email: admin.email }) },
  });
  throw problem;
}
