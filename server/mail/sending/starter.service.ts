import type { CampaignKind } from "#contract/email.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { ensureKeyIsPublished } from "#server/mail/domain/dkim-guard.service.ts";
import type { Starter } from "./campaign-start.service.ts";
import { newsHindered } from "./campaigns.errors.ts";
import type { Mail } from "./mail.ts";

/**
 * Who starts a campaign, and whether anything really leaves just now.
 * @throws 409 with the transport's words when news could not leave, 409 `dkim_key_gone` when they would be refused
 */
export async function starterOf(
  deps: Pick<AppDependencies, "db" | "lookUp"> & { mail: Mail },
  { kind, admin }: { kind: CampaignKind; admin: Pick<CurrentAdmin, "email" | "isSuperAdmin"> },
): Promise<Starter> {
  const { simulationMode } = await deps.mail.settings();
  const hindrance = kind === "news" ? await deps.mail.newsHindrance() : null;
  if (hindrance !== null) throw newsHindered(hindrance);
  await ensureKeyIsPublished(deps);
  return { admin, simulated: simulationMode };
}
