import { brand } from "#contract/brand.ts";
import type { EmailCheck } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import { insertForSending, insertSimulated, type NewLogEntry } from "./log.repository.ts";

type Deps = Pick<AppDependencies, "db" | "mail">;

/** Connects as the settings say, without sending anything. */
export async function testConnection({ db, mail }: Deps, actor: string): Promise<EmailCheck> {
  const reason = await mail.verify();
  const ok = reason === null;
  await recordEntry(db, { actor, action: "email.connection_tested", details: { ok } });
  return { ok, message: ok ? "Connexion réussie." : `Échec de la connexion: ${reason}` };
}

/** Sends an e-mail to the sender's own address. It has one chance: a test that arrives an hour later confuses. */
export async function sendTestEmail({ db, mail }: Deps, actor: string): Promise<EmailCheck> {
  const { senderEmail, senderName, simulationMode } = await mail.settings();
  const entry: NewLogEntry = {
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

async function simulateTest(db: Deps["db"], entry: NewLogEntry): Promise<EmailCheck> {
  await insertSimulated(db, entry, emailMessages.simulated);
  return {
    ok: true,
    message: `MODE SIMULATION: L'email à ${entry.recipientEmail} a été enregistré dans le journal, mais n'a PAS été réellement envoyé.`,
  };
}

async function deliverTest({ db, mail }: Deps, entry: NewLogEntry): Promise<EmailCheck> {
  const id = await insertForSending(db, entry);
  const attempt = await mail.deliver(id, { retry: false });
  if (attempt?.type === "sent") {
    return { ok: true, message: `Email de test envoyé à ${entry.recipientEmail}.` };
  }
  const reason = attempt && "message" in attempt ? attempt.message : emailMessages.simulated;
  return { ok: false, message: `Échec de l'envoi: ${reason}` };
}
