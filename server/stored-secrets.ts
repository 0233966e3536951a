import type { AppDependencies } from "./app-dependencies.ts";
import { findUnreadableSecrets } from "./state/state.service.ts";

/** Says in one line, at the start, which stored secrets are lost to this AUTH_SECRET; nothing when all can be read. */
export async function reportUnreadableSecrets(deps: AppDependencies): Promise<void> {
  const { twoFactors, smtpPassword, sendgridKey, dkimKey, imapPassword } = await findUnreadableSecrets(deps);
  const kinds = [
    twoFactors > 0 && counted(twoFactors, "two-factor secret"),
    smtpPassword && "the SMTP password",
    sendgridKey && "the SendGrid key",
    dkimKey && "the DKIM key",
    imapPassword && "the IMAP password",
  ].filter((kind) => kind !== false);
  if (kinds.length === 0) return;
  const count = twoFactors + [smtpPassword, sendgridKey, dkimKey, imapPassword].filter(Boolean).length;
  deps.log.warn(
    `${counted(count, "stored secret")} cannot be read: ${kinds.join(", ")}. Was AUTH_SECRET changed? Name the earlier one in AUTH_SECRET_PREVIOUS.`,
  );
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
