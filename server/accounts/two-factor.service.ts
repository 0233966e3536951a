import type { StopTwoFactor } from "#contract/account.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { twoFactorAlreadyOn, twoFactorOff, twoFactorTooOld, twoFactorUnreadable } from "./accounts.errors.ts";
import { findAdminByEmail, isTwoFactorEnabled, setTwoFactorEnabled, withUserLock } from "./admins.queries.ts";
import {
  type AttemptDependencies,
  attemptKey,
  isWithinLimit,
  ownAttempts,
  withAttemptLimit,
} from "./attempts.service.ts";
import {
  deleteFactor,
  deleteFactorsOf,
  type FactorRow,
  findActiveFactors,
  findFactor,
  insertStartedFactor,
  markVerified,
  replaceSealed,
  storeRecoveryCodes,
} from "./credentials.queries.ts";
import { ensurePassword } from "./passwords.service.ts";
import { openSession, revokeAccess, withOwnCredentials } from "./sessions.service.ts";
import {
  detectCodeKind,
  isSealedBefore020,
  isTotpCode,
  makeRecoveryCodes,
  makeTotpSecret,
  nextTwoFactorState,
  type OpenFactor,
  openFactor,
  removeCode,
  resealFactor,
  type SealedFactor,
  sealCodes,
  sealFactor,
  type TwoFactorStep,
  totpUri,
  twoFactorState,
} from "./two-factor.rules.ts";

/** An administrator who changes their own account, with the user agent of their browser. */
type Own = { admin: CurrentAdmin; userAgent: string };

/** The factor that a step begins from. @throws ApiError 409 when the step is not possible from the present state */
function ensureStep(factor: Factor | null, step: "start"): Factor | null;
function ensureStep(factor: Factor | null, step: "confirm" | "stop"): Factor;
function ensureStep(factor: Factor | null, step: TwoFactorStep): Factor | null {
  const state = twoFactorState(factor?.row ?? null);
  if (nextTwoFactorState(state, step) !== null) return factor;
  throw state === "on" ? twoFactorAlreadyOn() : twoFactorOff();
}

/** First step: makes the secret for the app and the recovery codes. Sign-in asks for no code before the second step. */
export function startTwoFactor(
  deps: AppDependencies,
  { admin, password }: { admin: CurrentAdmin; password: string },
): Promise<{ totpUri: string; recoveryCodes: string[] }> {
  return withAttemptLimit(deps, ownAttempts(deps, "password-confirmation", admin.id), async () => {
    await ensurePassword(deps.db, { userId: admin.id, password });
    const secret = makeTotpSecret();
    const recoveryCodes = makeRecoveryCodes();
    await withOwnCredentials(deps.db, admin, deps.now(), async (tx) => {
      ensureStep(await readFactor({ ...deps, db: tx }, admin.id), "start");
      await insertStartedFactor(tx, admin.id, sealFactor({ secret, recoveryCodes }, deps.config));
    });
    return { totpUri: totpUri(secret, admin.email), recoveryCodes };
  });
}

/**
 * Second step: a code proves that the app knows the secret. The other sessions were opened with the password alone and
 * end; returns the new token of the current session.
 */
export function confirmTwoFactor(
  deps: AppDependencies,
  { admin, userAgent, code }: Own & { code: string },
): Promise<string> {
  return withAttemptLimit(deps, ownAttempts(deps, "two-factor-code", admin.id), async () => {
    const factor = ensureStep(await readFactor(deps, admin.id), "confirm");
    if (!(await consumeCode(deps, factor, { kind: "totp", code }))) {
      throw invalid({ code: adminMessages.wrongCode });
    }
    const now = deps.now();
    return withOwnCredentials(deps.db, admin, now, async (tx) => {
      const current = ensureStep(await readFactor({ ...deps, db: tx }, admin.id), "confirm");
      // A concurrent start has replaced the secret that this code belongs to.
      if (current.row.id !== factor.row.id) throw invalid({ code: adminMessages.wrongCode });
      await markVerified(tx, current.row.id);
      await setTwoFactorEnabled(tx, admin.id, true);
      const action = "account.two_factor_enabled";
      await recordEntry(tx, { actor: admin.email, action, subject: admin.id });
      await revokeAccess(tx, admin.id, { now });
      return openSession(tx, { userId: admin.id, userAgent, now });
    });
  });
}

/** Switches two-factor sign-in off. Requires a code too, so that a stolen password does not suffice. Returns the new token. */
export async function stopTwoFactor(
  deps: AppDependencies,
  { admin, userAgent, password, code }: Own & StopTwoFactor,
): Promise<string> {
  if (!(await isTwoFactorEnabled(deps.db, admin.id))) throw twoFactorOff();
  return withAttemptLimit(deps, ownAttempts(deps, "password-confirmation", admin.id), async () => {
    await ensurePassword(deps.db, { userId: admin.id, password });
    await ensureCode(deps, admin.id, code);
    const now = deps.now();
    return withOwnCredentials(deps.db, admin, now, async (tx) => {
      ensureStep(await readFactor({ ...deps, db: tx }, admin.id), "stop");
      await deleteFactorsOf(tx, admin.id);
      await setTwoFactorEnabled(tx, admin.id, false);
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
  return withAttemptLimit(deps, ownAttempts(deps, "password-confirmation", admin.id), async () => {
    if (!(await isTwoFactorEnabled(deps.db, admin.id))) throw twoFactorOff();
    await ensurePassword(deps.db, { userId: admin.id, password });
    const factor = await readFactor(deps, admin.id);
    if (!factor) throw twoFactorOff();
    const recoveryCodes = makeRecoveryCodes();
    await withOwnCredentials(deps.db, admin, deps.now(), async (tx) => {
      await storeRecoveryCodes(tx, factor.row.id, sealCodes(recoveryCodes, deps.config));
      const action = "account.recovery_codes_renewed";
      await recordEntry(tx, { actor: admin.email, action, subject: admin.id });
    });
    return recoveryCodes;
  });
}

type FactorDependencies = Pick<AppDependencies, "db" | "config">;

/** `row` is the stored form. An update that compares with it fails after a concurrent change. */
export type Factor = OpenFactor & { row: FactorRow };

/**
 * Decrypts the account's second factor. A factor sealed with an earlier AUTH_SECRET is sealed again with the current one.
 * @throws ApiError 409 when an active factor cannot be decrypted with a known secret
 */
export async function readFactor(deps: FactorDependencies, userId: string): Promise<Factor | null> {
  const stored = await findFactor(deps.db, userId);
  if (!stored) return null;
  const fresh = resealFactor(stored, deps.config);
  if (fresh === null) {
    if (stored.verified) throw isSealedBefore020(stored) ? twoFactorTooOld() : twoFactorUnreadable();
    // This factor was never confirmed, and without its secret it cannot be.
    await deleteFactor(deps.db, stored.id);
    return null;
  }
  if (!isSame(stored, fresh) && !(await replaceSealed(deps.db, stored, fresh))) {
    return readFactor(deps, userId);
  }
  return { ...openFactor(fresh, deps.config), row: { ...stored, ...fresh } };
}

function isSame(one: SealedFactor, other: SealedFactor): boolean {
  return one.secret === other.secret && one.backupCodes === other.backupCodes;
}

/** Counts the second factors that no known AUTH_SECRET can decrypt. */
export async function countUnreadableFactors({ db, config }: FactorDependencies): Promise<number> {
  const factors = await findActiveFactors(db);
  return factors.filter((factor) => resealFactor(factor, config) === null).length;
}

export type TypedCode = { kind: "totp" | "recovery_code"; code: string };

/** Returns whether the code is right and unused, and marks it as used. */
export function consumeCode(
  deps: AttemptDependencies,
  factor: Factor,
  { kind, code }: TypedCode,
): Promise<boolean> {
  return kind === "totp" ? takeTotpCode(deps, factor, code) : takeRecoveryCode(deps, factor, code);
}

/** Accepts each code of the app once: it stays valid for 30 seconds, in which an observer could replay it. */
async function takeTotpCode(deps: AttemptDependencies, { secret, row }: Factor, code: string) {
  if (!isTotpCode(secret, code, deps.now())) return false;
  return isWithinLimit(deps, attemptKey(deps, "used-code", `${row.userId} ${code}`, 1));
}

async function takeRecoveryCode({ db, config }: AttemptDependencies, factor: Factor, code: string) {
  const left = removeCode(factor.recoveryCodes, code);
  return left !== null && replaceSealed(db, factor.row, { backupCodes: sealCodes(left, config) });
}

/** Takes a code of the app or a recovery code of an administrator with a second factor. @throws ApiError 400 with the field */
export async function ensureCode(deps: AttemptDependencies, adminId: string, code: string): Promise<void> {
  const factor = await readFactor(deps, adminId);
  const isRight =
    factor?.row.verified && (await consumeCode(deps, factor, { kind: detectCodeKind(code), code }));
  if (!isRight) throw invalid({ code: adminMessages.wrongCode });
}

/** Removes the second factor of an administrator who lost device and recovery codes, and ends all sessions. False: unknown address. */
export async function resetTwoFactor(db: Db, email: string, now: Date): Promise<boolean> {
  const admin = await findAdminByEmail(db, email);
  if (!admin) return false;
  await withUserLock(db, admin.id, async (tx) => {
    await deleteFactorsOf(tx, admin.id);
    await setTwoFactorEnabled(tx, admin.id, false);
    await revokeAccess(tx, admin.id, { now });
    await recordEntry(tx, {
      actor: systemActor,
      action: "account.two_factor_reset",
      subject: admin.id,
      details: { email: admin.email },
    });
  });
  return true;
}
