import { isSecretKnown } from "#server/accounts/installation.service.ts";
import { countUnreadableFactors } from "#server/accounts/two-factor.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findUnreadableMail } from "#server/mail/settings/delivery-settings.service.ts";

/**
 * Stored secrets that no known AUTH_SECRET opens.
 * @property twoFactors how many administrators'
 * @property isForeign the database was used with an AUTH_SECRET that is not known here: a start is refused
 */
export type UnreadableSecrets = Record<LostSecret, boolean> & { twoFactors: number; isForeign: boolean };
export type LostSecret = keyof Awaited<ReturnType<typeof findUnreadableMail>>;

export async function findUnreadableSecrets(
  deps: Pick<AppDependencies, "db" | "config">,
): Promise<UnreadableSecrets> {
  return {
    ...(await findUnreadableMail(deps)),
    twoFactors: await countUnreadableFactors(deps),
    isForeign: !(await isSecretKnown(deps.db, deps.config)),
  };
}
