import type { AppDependencies } from "#server/app-dependencies.ts";
import { findActiveFactors } from "#server/features/accounts/sign-in/auth.repository.ts";
import { resealFactor } from "./two-factor-secrets.ts";

/** How many second factors no known secret opens. */
export async function countUnreadableFactors({
  db,
  config,
}: Pick<AppDependencies, "db" | "config">): Promise<number> {
  const opened = await Promise.all(
    (await findActiveFactors(db)).map((factor) => resealFactor(factor, config)),
  );
  return opened.filter((factor) => factor === null).length;
}
