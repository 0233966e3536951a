import type { AppDependencies } from "./app-dependencies.ts";
import { countUnreadableFactors } from "./features/accounts/two-factor/factors.service.ts";
import { findUnreadableMail } from "./features/mailing/settings/stored-secrets.service.ts";

/** Says in one line, at the start, which stored secrets are lost to this AUTH_SECRET; nothing when all can be read. */
export async function reportUnreadableSecrets(deps: AppDependencies): Promise<void> {
  const factors = await countUnreadableFactors(deps);
  const mail = await findUnreadableMail(deps);
  const kinds = [
    factors > 0 && counted(factors, "two-factor secret"),
    mail.smtpPassword && "the SMTP password",
    mail.sendgridKey && "the SendGrid key",
    mail.dkimKey && "the DKIM key",
    mail.imapPassword && "the IMAP password",
  ].filter((kind) => kind !== false);
  if (kinds.length === 0) return;
  const lost = [mail.smtpPassword, mail.sendgridKey, mail.dkimKey, mail.imapPassword].filter(Boolean);
  const count = factors + lost.length;
  deps.log.warn(
    `${counted(count, "stored secret")} cannot be read: ${kinds.join(", ")}. Was AUTH_SECRET changed? Name the earlier one in AUTH_SECRET_PREVIOUS.`,
  );
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
