import { adminMessages } from "#contract/admins.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { type AttemptDependencies, attemptKey, isWithinLimit } from "./attempts.service.ts";
import { kindOfCode, typedCode, withoutCode } from "./codes.rules.ts";
import { sealCodes } from "./factor-box.ts";
import { replaceSealed } from "./factors.queries.ts";
import { type Factor, readFactor } from "./factors.service.ts";
import { isTotpCode } from "./totp.rules.ts";

export type TypedCode = { kind: "totp" | "recovery_code"; code: string };

/** Whether the code is right and was not used before; from then on it is used. */
export function takeCode(
  deps: AttemptDependencies,
  factor: Factor,
  { kind, code }: TypedCode,
): Promise<boolean> {
  return kind === "totp" ? takeTotpCode(deps, factor, code) : takeRecoveryCode(deps, factor, code);
}

/** A code of the app stays valid for its half minute: whoever looked over a shoulder must not use it again. */
async function takeTotpCode(deps: AttemptDependencies, { secret, row }: Factor, code: string) {
  if (!isTotpCode(secret, code, deps.now())) return false;
  return isWithinLimit(deps, attemptKey(deps, "used-code", `${row.userId} ${code}`, 1));
}

async function takeRecoveryCode({ db, config }: AttemptDependencies, factor: Factor, code: string) {
  const left = withoutCode(factor.recoveryCodes, code);
  return left !== null && replaceSealed(db, factor.row, { backupCodes: sealCodes(left, config) });
}

/** Takes a code of the app or a recovery code of an administrator with a second factor. @throws ApiError 400 with the field */
export async function ensureCode(deps: AttemptDependencies, adminId: string, text: string): Promise<void> {
  const code = typedCode(text);
  const factor = await readFactor(deps, adminId);
  const isRight = factor?.row.verified && (await takeCode(deps, factor, { kind: kindOfCode(code), code }));
  if (!isRight) throw invalid({ code: adminMessages.wrongCode });
}
