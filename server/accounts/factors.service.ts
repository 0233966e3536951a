import type { AppDependencies } from "#server/app-dependencies.ts";
import { type OpenFactor, openFactor, resealFactor, type SealedFactor } from "./factor-box.ts";
import {
  deleteFactor,
  type FactorRow,
  findActiveFactors,
  findFactor,
  replaceSealed,
} from "./factors.queries.ts";
import { twoFactorUnreadable } from "./two-factor.errors.ts";

type FactorDependencies = Pick<AppDependencies, "db" | "config">;

/** `row`: as it is stored, for changes that hold only if nobody was quicker. */
export type Factor = OpenFactor & { row: FactorRow };

/**
 * The account's second factor, readable; what an earlier secret sealed is stored anew.
 * @throws ApiError 409 when sign-in asks for it and no known secret opens it
 */
export async function readFactor(deps: FactorDependencies, userId: string): Promise<Factor | null> {
  const stored = await findFactor(deps.db, userId);
  if (!stored) return null;
  const fresh = resealFactor(stored, deps.config);
  if (fresh === null) {
    if (stored.verified) throw twoFactorUnreadable();
    // A start that cannot be confirmed any more is as good as none.
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

/** How many second factors no known secret opens. */
export async function countUnreadableFactors({ db, config }: FactorDependencies): Promise<number> {
  const factors = await findActiveFactors(db);
  return factors.filter((factor) => resealFactor(factor, config) === null).length;
}
