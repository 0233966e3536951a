import { adminMessages } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { countEntry, recordEntry } from "#server/journal/journal.service.ts";
import { addressAttempts } from "./address-attempts.ts";
import { lookUpAdmin } from "./admins.service.ts";
import { admit, type SignedIn } from "./admission.service.ts";
import { accountAttempts, beginAttempt, settleAttempt } from "./attempts.service.ts";
import { readFactor } from "./factors.service.ts";
import { startChallenge } from "./one-time-tokens.service.ts";
import { findUserByPassword } from "./passwords.service.ts";
import type { Visitor } from "./request-identity.ts";
import { wrongCredentials } from "./sign-in.errors.ts";
import { asksForSecondFactor } from "./users.service.ts";

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
  const userId = await findUserByPassword(deps.db, { email, password });
  if (userId === null) {
    await recordRefusal(deps, email);
    throw wrongCredentials();
  }
  const secondFactor = await asksForSecondFactor(deps.db, userId);
  if (secondFactor) await readFactor(deps, userId); // what cannot be read is said here, before a code is asked for
  const networks = addressAttempts(deps, "sign-in-address", visitor.client);
  await settleAttempt(deps, { cleared: [account], returned: networks });
  if (secondFactor) return { user: null, challenge: await startChallenge(deps.db, userId, deps.now()) };
  return admit(deps, { userId, userAgent, secondFactor });
}

/** Refusals of strangers are counted by the hour. An address that belongs to nobody is not written down: it may be a visitor's, or a password in the wrong field. */
async function recordRefusal(deps: AppDependencies, email: string): Promise<void> {
  const admin = await lookUpAdmin(deps.db, { email });
  if (!admin) return countEntry(deps.db, "session.refused", deps.now());
  await recordEntry(deps.db, { actor: admin.email, action: "session.refused", subject: admin.id });
}
