import type { z } from "zod";
import type { EmailCheck, testMessageSchema } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { sampleRecipient } from "#server/mail/content/sample-recipient.ts";
import type { Attempt, Waiting } from "./attempt.ts";
import { capReached } from "./delivery.rules.ts";
import type { Mail } from "./mail.ts";
import type { NewMessage } from "./new-message.ts";
import { writeMessage } from "./outbox.service.ts";

type Deps = Pick<AppDependencies, "db"> & { mail: Mail };

/**
 * Sends a draft to whoever writes it, exactly as its recipients will see it, filled in for a sample person. Its links to leave are
 * nobody's: a test that is passed on takes nobody off anything.
 */
export async function sendDraftToOneself(
  { now, ...deps }: Deps & Pick<AppDependencies, "now">,
  { subject, content, purpose }: z.output<typeof testMessageSchema>,
  admin: { email: string },
): Promise<EmailCheck> {
  const consentedAt = purpose === "news" ? now().toISOString() : null;
  const entry: Omit<NewMessage, "emailType"> = {
    recipientEmail: admin.email,
    recipientName: null,
    subject: `[Test] ${subject}`,
    content: await deps.mail.html.sanitise(content),
    draft: { purpose, variables: sampleRecipient.variables, consentedAt },
  };
  return sendTest(deps, entry, admin.email);
}

/** Sends a message that shows whether sending works. It has one chance: a test that arrives an hour later confuses. */
export async function sendTest(
  { db, mail }: Deps,
  message: Omit<NewMessage, "emailType">,
  actor: string,
): Promise<EmailCheck> {
  const { simulationMode } = await mail.settings();
  const entry: NewMessage = { ...message, emailType: "test" };
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
    return { ok: true, message: `E-mail de test envoyé à ${entry.recipientEmail}.` };
  }
  return { ok: false, message: `Échec de l'envoi: ${attempt ? reasonOf(attempt) : emailMessages.simulated}` };
}

function reasonOf(attempt: Attempt | Waiting): string {
  if (attempt.type === "waiting") return capReached(attempt.until);
  return "message" in attempt ? attempt.message : emailMessages.simulated;
}
