import { brand } from "#contract/brand.ts";
import type { ConnectionCheck, EmailCheck } from "#contract/email.schema.ts";
import { emailMessages, providerLabels } from "#contract/email.ts";
import { isExampleSender } from "#contract/site.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Mail } from "#server/mail/mail.ts";
import { sendRealTest, sendTest } from "#server/mail/sending/messages.service.ts";

type Deps = Pick<AppDependencies, "db"> & { mail: Mail };

/** Tests the connection of the settings without sending. For 'auto', tests every provider, because sending falls back to working ones. */
export async function testConnection({ db, mail }: Deps, actor: string): Promise<ConnectionCheck> {
  const { provider } = await mail.settings();
  const verdicts = await mail.verify();
  const broken = verdicts.filter(({ reason }) => reason !== null);
  const ok = broken.length === 0;
  await recordEntry(db, { actor, action: "email.connection_tested", details: { ok } });
  if (provider !== "auto") return { ok, message: connectionMessage(broken[0]?.reason ?? null) };
  const reasons = broken.map((verdict) => `${providerLabels[verdict.provider]} : ${verdict.reason}`);
  return {
    ok,
    message: connectionMessage(ok ? null : reasons.join(" — ")),
    providers: verdicts.map(({ provider: name, reason }) => ({
      provider: name,
      ok: reason === null,
      message: reason ?? connectionMessage(null),
    })),
  };
}

function connectionMessage(reason: string | null): string {
  return reason === null ? "Connexion réussie." : `Échec de la connexion: ${reason}`;
}

/** Sends an e-mail to the sender's own address. */
export async function sendTestEmail(deps: Deps, actor: string): Promise<EmailCheck> {
  const { senderEmail, senderName } = await deps.mail.settings();
  if (isExampleSender(senderEmail)) return senderMissing;
  return sendTest(deps, { ...testTexts, recipientEmail: senderEmail, recipientName: senderName }, actor);
}

/** Sends an e-mail to an admin, in simulation too. */
export async function sendRealTestEmail(deps: Deps, { email }: { email: string }): Promise<EmailCheck> {
  const { senderEmail } = await deps.mail.settings();
  if (isExampleSender(senderEmail)) return senderMissing;
  return sendRealTest(deps, { ...testTexts, recipientEmail: email, recipientName: null }, email);
}

const senderMissing = { ok: false, message: `Échec de l'envoi: ${emailMessages.senderMissing}` };

const testTexts = {
  subject: `E-mail de test – ${brand.name}`,
  content: `<p>Bonjour,</p><p>Cet e-mail de test a été envoyé depuis l’administration de ${brand.name} : l’envoi d’e-mails fonctionne.</p>`,
};
