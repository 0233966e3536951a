import type { CampaignKind } from "#contract/email.ts";
import type { Mail } from "#server/features/mailing/outbox/mail.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import type { Starter } from "./campaign-start.service.ts";
import { newsHindered } from "./campaigns.errors.ts";

/**
 * Who starts a campaign, and whether anything really leaves just now.
 * @throws 409 with the transport's words when news could not leave
 */
export async function starterOf(
  mail: Pick<Mail, "settings" | "newsHindrance">,
  { kind, admin }: { kind: CampaignKind; admin: Pick<CurrentAdmin, "email" | "isSuperAdmin"> },
): Promise<Starter> {
  const { simulationMode } = await mail.settings();
  const hindrance = kind === "news" ? await mail.newsHindrance() : null;
  if (hindrance !== null) throw newsHindered(hindrance);
  return { admin, simulated: simulationMode };
}
