import type { AppDependencies } from "#server/app-dependencies.ts";
import { countUnreadableFactors } from "#server/features/accounts/two-factor/factors.service.ts";
import { findUnreadableMail } from "#server/features/mailing/settings/stored-secrets.service.ts";

/** Stored secrets that no known AUTH_SECRET opens. @property twoFactors how many administrators' */
export type UnreadableSecrets = Record<LostSecret, boolean> & { twoFactors: number };
export type LostSecret = keyof Awaited<ReturnType<typeof findUnreadableMail>>;

export async function findUnreadableSecrets(
  deps: Pick<AppDependencies, "db" | "config">,
): Promise<UnreadableSecrets> {
  return { ...(await findUnreadableMail(deps)), twoFactors: await countUnreadableFactors(deps) };
}
