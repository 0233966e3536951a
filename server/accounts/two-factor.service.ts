import type { StopTwoFactor } from "#contract/account.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { limited, ownAttempts } from "./attempts.service.ts";
import { makeRecoveryCodes } from "./codes.rules.ts";
import { ensureCode, takeCode } from "./codes.service.ts";
import { sealCodes, sealFactor } from "./factor-box.ts";
import { deleteFactorsOf, insertStartedFactor, markVerified, storeRecoveryCodes } from "./factors.queries.ts";
import { type Factor, readFactor } from "./factors.service.ts";
import { ensurePassword } from "./passwords.service.ts";
import { revokeAccess } from "./revoke-access.service.ts";
import { openSession } from "./sessions.service.ts";
import { makeTotpSecret, totpUri } from "./totp.rules.ts";
import { twoFactorAlreadyOn, twoFactorOff } from "./two-factor.errors.ts";
import { afterStep, type TwoFactorStep, twoFactorState } from "./two-factor.rules.ts";
import { askForSecondFactor, asksForSecondFactor, changeSecondFactor } from "./users.service.ts";

/** An administrator who acts on the own account, from this browser. */
type Own = { admin: CurrentAdmin; userAgent: string };

/** The factor that a step begins from. @throws ApiError 409 when the step is not possible from the present state */
function ensureStep(factor: Factor | null, step: "start"): Factor | null;
function ensureStep(factor: Factor | null, step: "confirm" | "stop"): Factor;
function ensureStep(factor: Factor | null, step: TwoFactorStep): Factor | null {
  const state = twoFactorState(factor?.row ?? null);
  if (afterStep(state, step) !== null) return factor;
  throw state === "on" ? twoFactorAlreadyOn() : twoFactorOff();
}

/** First step: the secret for the app and the recovery codes. Nothing is asked at sign-in before the second step. */
export function startTwoFactor(
  deps: AppDependencies,
  { admin, password }: { admin: CurrentAdmin; password: string },
): Promise<{ totpUri: string; recoveryCodes: string[] }> {
  return limited(deps, ownAttempts(deps, "password-confirmation", admin.id), async () => {
    await ensurePassword(deps.db, { userId: admin.id, password });
    const secret = makeTotpSecret();
    const recoveryCodes = makeRecoveryCodes();
    await changeSecondFactor(deps.db, admin.id, async (tx) => {
      ensureStep(await readFactor({ ...deps, db: tx }, admin.id), "start");
      await insertStartedFactor(tx, admin.id, sealFactor({ secret, recoveryCodes }, deps.config));
    });
    return { totpUri: totpUri(secret, admin.email), recoveryCodes };
  });
}

/**
 * Second step: a code proves that the app knows the secret. The other sessions were opened with the password alone and
 * end; returns the token under which this one goes on.
 */
export function confirmTwoFactor(
  deps: AppDependencies,
  { admin, userAgent, code }: Own & { code: string },
): Promise<string> {
  return limited(deps, ownAttempts(deps, "two-factor-code", admin.id), async () => {
    const factor = ensureStep(await readFactor(deps, admin.id), "confirm");
    if (!(await takeCode(deps, factor, { kind: "totp", code }))) {
      throw invalid({ code: adminMessages.wrongCode });
    }
    const now = deps.now();
    return changeSecondFactor(deps.db, admin.id, async (tx) => {
      const current = ensureStep(await readFactor({ ...deps, db: tx }, admin.id), "confirm");
      // Another start replaced the secret that this code proves.
      if (current.row.id !== factor.row.id) throw invalid({ code: adminMessages.wrongCode });
      await markVerified(tx, current.row.id);
      await askForSecondFactor(tx, admin.id, true);
      const action = "account.two_factor_enabled";
      await recordEntry(tx, { actor: admin.email, action, subject: admin.id });
      await revokeAccess(tx, admin.id, { now });
      return openSession(tx, { userId: admin.id, userAgent, now });
    });
  });
}

/** Takes a code besides the password: who knows the one must not be able to do away with the other. Returns the new token. */
export async function stopTwoFactor(
  deps: AppDependencies,
  { admin, userAgent, password, code }: Own & StopTwoFactor,
): Promise<string> {
  if (!(await asksForSecondFactor(deps.db, admin.id))) throw twoFactorOff();
  return limited(deps, ownAttempts(deps, "password-confirmation", admin.id), async () => {
    await ensurePassword(deps.db, { userId: admin.id, password });
    await ensureCode(deps, admin.id, code);
    const now = deps.now();
    return changeSecondFactor(deps.db, admin.id, async (tx) => {
      ensureStep(await readFactor({ ...deps, db: tx }, admin.id), "stop");
      await deleteFactorsOf(tx, admin.id);
      await askForSecondFactor(tx, admin.id, false);
      const action = "account.two_factor_disabled";
      await recordEntry(tx, { actor: admin.email, action, subject: admin.id });
      await revokeAccess(tx, admin.id, { now });
      return openSession(tx, { userId: admin.id, userAgent, now });
    });
  });
}

/** Makes new recovery codes; the older ones no longer work. */
export function renewRecoveryCodes(
  deps: AppDependencies,
  { admin, password }: { admin: CurrentAdmin; password: string },
): Promise<string[]> {
  return limited(deps, ownAttempts(deps, "password-confirmation", admin.id), async () => {
    if (!(await asksForSecondFactor(deps.db, admin.id))) throw twoFactorOff();
    await ensurePassword(deps.db, { userId: admin.id, password });
    const factor = await readFactor(deps, admin.id);
    if (!factor) throw twoFactorOff();
    const recoveryCodes = makeRecoveryCodes();
    await deps.db.transaction(async (tx) => {
      await storeRecoveryCodes(tx, factor.row.id, sealCodes(recoveryCodes, deps.config));
      const action = "account.recovery_codes_renewed";
      await recordEntry(tx, { actor: admin.email, action, subject: admin.id });
    });
    return recoveryCodes;
  });
}
