import type { ConfirmIdentity } from "#contract/account.schema.ts";
import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { cookies } from "#contract/browser-storage.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { countHourlyEntry, recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { type ApiError, invalid } from "#server/lib/http/errors.ts";
import {
  challengeExpired,
  notAnAdmin,
  tooManyCodes,
  wrongCode,
  wrongCredentials,
} from "./accounts.errors.ts";
import {
  type CheckedUser,
  findAdmin,
  findAdminByEmail,
  findUser,
  isTwoFactorEnabled,
  withUserLock,
} from "./admins.queries.ts";
import {
  type AttemptDependencies,
  accountAttempts,
  addressAttempts,
  attemptKey,
  beginAttempt,
  forgiveAttempts,
  isWithinLimit,
  ownAttempts,
  returnAttempt,
  withAttemptLimit,
} from "./attempts.service.ts";
import { consumeToken, findTokenUser, insertToken } from "./credentials.queries.ts";
import { ensurePassword, findUserByPassword } from "./passwords.service.ts";
import { type Client, makeToken, type Visitor } from "./request-identity.ts";
import { confirmSession, openSession } from "./sessions.service.ts";
import { consumeCode, ensureCode, readFactor, type TypedCode } from "./two-factor.service.ts";

/** Limits of the second step of a sign-in: its time, and the number of codes that may be tried. */
const challengeLimits = { lifeMs: cookies.two_factor.lifeMs, codes: 5 } as const;

type SignIn = { email: string; password: string; visitor: Visitor; userAgent: string };

/**
 * Checks the password. An unknown address, a wrong password and an account that is not activated yet get the same
 * answer after the same work. With a second factor there is no session yet, but a challenge to answer with a code.
 */
export async function signIn(
  deps: AppDependencies,
  { email, password, visitor, userAgent }: SignIn,
): Promise<SignedIn | { user: null; challenge: string }> {
  const account = accountAttempts(deps, email, visitor.knownDevice);
  await beginAttempt(deps, [account], adminMessages.tooManyForAccount);
  const user = await findUserByPassword(deps.db, { email, password });
  if (!user) return refusePassword(deps, email);
  const secondFactor = await isTwoFactorEnabled(deps.db, user.id);
  if (secondFactor) await readFactor(deps, user.id); // throws for an unreadable factor before the code is requested
  const networks = addressAttempts(deps, "sign-in-address", visitor.client);
  await forgiveAttempts(deps, { cleared: [account], returned: networks });
  const admitted = await admitUser(deps.db, user, async (tx) =>
    secondFactor
      ? { user: null, challenge: await startChallenge(tx, user.id, deps.now()) }
      : enter(deps, tx, { userId: user.id, userAgent, secondFactor }),
  );
  return admitted ?? refusePassword(deps, email);
}

/**
 * Opens a session or challenge.
 * @returns null when password or second factor have changed since `user` was read, or the account was deleted
 */
function admitUser<Result>(db: Db, user: CheckedUser, open: (tx: Db) => Promise<Result>) {
  return withUserLock(db, user.id, async (tx, present) =>
    present && present.credentialsChangedAt?.getTime() === user.credentialsChangedAt?.getTime()
      ? open(tx)
      : null,
  );
}

async function refusePassword(deps: AppDependencies, email: string): Promise<never> {
  // The text of an unknown address is not kept: it may be a password in the wrong field.
  await recordRefusal(deps, await findAdminByEmail(deps.db, email));
  throw wrongCredentials();
}

type Refused = { id: string; email: string } | null;

/** Records a refusal of a known account. Others are only counted per hour, so that strangers cannot fill the journal. */
async function recordRefusal(deps: AppDependencies, admin: Refused, details = {}): Promise<void> {
  if (!admin) return countHourlyEntry(deps.db, "session.refused", deps.now());
  await recordEntry(deps.db, {
    actor: admin.email,
    action: "session.refused",
    subject: admin.id,
    details,
  });
}

/** Starts the second step after a right password. @returns the token for the browser's cookie */
async function startChallenge(db: Db, userId: string, now: Date): Promise<string> {
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + challengeLimits.lifeMs);
  await insertToken(db, { purpose: "challenge", token, userId, expiresAt });
  return token;
}

type SecondStep = TypedCode & { challenge: string | null; client: Client; userAgent: string };

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export async function verifySecondFactor(
  deps: AppDependencies,
  { challenge, client, userAgent, ...code }: SecondStep,
): Promise<SignedIn> {
  const userId =
    challenge === null
      ? null
      : await findTokenUser(deps.db, { purpose: "challenge", token: challenge }, deps.now());
  const user = userId === null ? null : await findUser(deps.db, { id: userId });
  if (challenge === null || userId === null || !user) return refuse(deps, null, challengeExpired());
  const problem = await answerChallenge(deps, { challenge, userId, code });
  if (problem) return refuse(deps, userId, problem);
  await forgiveAttempts(deps, { cleared: [codeAttempts(deps, userId)] });
  await returnAttempt(deps, "second-factor-address", client);
  const signedIn = await admitUser(deps.db, user, (tx) =>
    enter(deps, tx, { userId, userAgent, secondFactor: true }),
  );
  return signedIn ?? refuse(deps, userId, challengeExpired());
}

/** Checks a code. @returns null when it is right; challenge and code are then used up */
async function answerChallenge(
  deps: AppDependencies,
  { challenge, userId, code }: { challenge: string; userId: string; code: TypedCode },
): Promise<ApiError | null> {
  const factor = await readFactor(deps, userId);
  if (!factor?.row.verified) return challengeExpired();
  if (!(await isWithinLimit(deps, challengeAttempts(deps, challenge)))) {
    await consumeChallenge(deps, challenge);
    return challengeExpired();
  }
  if (!(await isWithinLimit(deps, codeAttempts(deps, userId)))) return tooManyCodes();
  if (!(await consumeCode(deps, factor, code))) return wrongCode();
  return (await consumeChallenge(deps, challenge)) ? null : challengeExpired();
}

/** Ends the challenge. Only one of several concurrent calls gets true. */
async function consumeChallenge({ db, now }: AppDependencies, token: string): Promise<boolean> {
  return (await consumeToken(db, { purpose: "challenge", token }, now())) !== null;
}

/** After five wrong codes the sign-in starts again with the password. */
function challengeAttempts(deps: AppDependencies, challenge: string) {
  return attemptKey(deps, "challenge", challenge, challengeLimits.codes);
}

/** One limit per account, for all challenges and all clients. */
function codeAttempts(deps: AppDependencies, userId: string) {
  return attemptKey(deps, "second-factor-account", userId, attemptLimits.secondFactorPerAccount);
}

async function refuse(deps: AppDependencies, id: string | null, problem: ApiError): Promise<never> {
  const admin = id === null ? null : await findAdmin(deps.db, id);
  await recordRefusal(deps, admin, { secondFactor: true, ...(admin && { email: admin.email }) });
  throw problem;
}

export type SignedIn = { user: { id: string; email: string }; token: string };

type Admission = { userId: string; userAgent: string; secondFactor: boolean };

/** Opens a session, for administrators only. */
async function enter(
  { now }: Pick<AppDependencies, "now">,
  tx: Db,
  { userId, userAgent, secondFactor }: Admission,
): Promise<SignedIn> {
  const admin = await findAdmin(tx, userId);
  if (!admin) throw notAnAdmin();
  const details = { secondFactor };
  await recordEntry(tx, { actor: admin.email, action: "session.signed_in", subject: userId, details });
  const token = await openSession(tx, { userId, userAgent, now: now() });
  return { user: { id: admin.id, email: admin.email }, token };
}

/**
 * Allows protected calls to this session only, for ten minutes.
 * @returns until when
 * @throws ApiError 400 with the field that is wrong; 429 after too many attempts
 */
export function confirmIdentity(
  deps: AttemptDependencies,
  { admin, password, code }: ConfirmIdentity & { admin: CurrentAdmin },
): Promise<Date> {
  return withAttemptLimit(deps, ownAttempts(deps, "password-confirmation", admin.id), async () => {
    const secondFactor = await isTwoFactorEnabled(deps.db, admin.id);
    if (secondFactor && code === undefined) throw invalid({ code: adminMessages.codeRequired });
    // Checks the password first, because checking a code uses it up.
    await ensurePassword(deps.db, { userId: admin.id, password });
    if (secondFactor && code !== undefined) await ensureCode(deps, admin.id, code);
    return confirmSession(deps.db, admin, deps.now());
  });
}
