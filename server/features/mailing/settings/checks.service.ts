import { brand } from "#contract/brand.ts";
import type { ConnectionCheck, EmailCheck } from "#contract/email.schema.ts";
import { emailMessages, providerLabels } from "#contract/email.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { Attempt, Waiting } from "#server/features/mailing/outbox/attempt.ts";
import { capReached } from "#server/features/mailing/outbox/delivery.rules.ts";
import type { Mail } from "#server/features/mailing/outbox/mail.ts";
import type { NewMessage } from "#server/features/mailing/outbox/new-message.ts";
import { writeMessage } from "#server/features/mailing/outbox/outbox.service.ts";

type Deps = Pick<AppDependencies, "db"> & { mail: Mail };

/** Connects as the settings say, without sending anything. 'Auto' tries every provider: sending hides what is broken. */
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

/** Sends an e-mail to the sender's own address. It has one chance: a test that arrives an hour later confuses. */
export async function sendTestEmail({ db, mail }: Deps, actor: string): Promise<EmailCheck> {
  const { senderEmail, senderName, simulationMode } = await mail.settings();
  const entry: NewMessage = {
    recipientEmail: senderEmail,
    recipientName: senderName,
    subject: `Email de test – ${brand.name}`,
    content: `<p>Bonjour,</p><p>Cet email de test a été envoyé depuis l’administration de ${brand.name} : l’envoi d’emails fonctionne.</p>`,
    emailType: "test",
  };
  const check = simulationMode ? await simulateTest(db, entry) : await deliverTest({ db, mail }, entry);
  await recordEntry(db, {
    actor,
    action: "email.test_sent",
    details: { ok: check.ok, simulated: simulationMode },
  });
  return check;
}

async function simulateTest(db: Deps["db"], entry: NewMessage): Promise<EmailCheck> {
  await writeMessage(db, entry, { simulated: true });
  return {
    ok: true,
    message: `MODE SIMULATION: L'email à ${entry.recipientEmail} a été enregistré dans le journal, mais n'a PAS été réellement envoyé.`,
  };
}

async function deliverTest({ db, mail }: Deps, entry: NewMessage): Promise<EmailCheck> {
  const id = await writeMessage(db, entry, { simulated: false });
  const attempt = await mail.deliver(id, { retry: false });
  if (attempt?.type === "sent") {
    return { ok: true, message: `Email de test envoyé à ${entry.recipientEmail}.` };
  }
  return { ok: false, message: `Échec de l'envoi: ${attempt ? reasonOf(attempt) : emailMessages.simulated}` };
}

function reasonOf(attempt: Attempt | Waiting): string {
  if (attempt.type === "waiting") return capReached(attempt.until);
  return "message" in attempt ? attempt.message : emailMessages.simulated;
}
