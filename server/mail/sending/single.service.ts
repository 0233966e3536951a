import type { z } from "zod";
import type { singleEmailSchema } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { ApiError, conflict } from "#server/lib/http/errors.ts";
import { isSampleAddress } from "#server/signups/people.service.ts";
import type { Attempt, Waiting } from "./attempt.ts";
import { capReached } from "./delivery.rules.ts";
import type { Mail } from "./mail.ts";
import type { NewMessage } from "./new-message.ts";
import { findAttempt, writeMessage } from "./outbox.service.ts";
import { variablesOfRecipient } from "./recipient.service.ts";

type Deps = Pick<AppDependencies, "db"> & { mail: Mail };

const failedText = "Échec de l'envoi de l'email";

/**
 * Writes one message to one person and sends it at once. What is refused for the moment is tried again by itself.
 * @throws 409 when nobody but a sample sign-up has the address
 * @throws 502 `email_failed` with the server's own words when it is refused
 */
export async function sendSingle(
  { db, mail }: Deps,
  input: z.output<typeof singleEmailSchema>,
  actor: string,
) {
  const { recipientEmail, recipientName = null, subject, format } = input;
  if (await isSampleAddress(db, recipientEmail)) throw conflict(emailMessages.sampleRecipient);
  const content = await mail.html[format === "text" ? "fromText" : "sanitise"](input.content);
  const entry: NewMessage = {
    ...{ recipientEmail, recipientName, subject, content, emailType: "transactional" },
    variables: await variablesOfRecipient(db, recipientEmail, recipientName),
    toOneself: recipientEmail.toLowerCase() === actor.toLowerCase(),
  };
  const { simulationMode } = await mail.settings();
  const id = await db.transaction(async (tx) => {
    const written = await writeMessage(tx, entry, { simulated: simulationMode });
    await recordEntry(tx, {
      actor,
      action: "email.single_sent",
      subject: written,
      details: { simulated: simulationMode },
    });
    return written;
  });
  const attempt = simulationMode
    ? ({ type: "simulated" } as const)
    : ((await mail.deliver(id)) ?? (await findAttempt(db, id)));
  return answer(attempt, recipientEmail);
}

function answer(attempt: Attempt | Waiting, email: string) {
  switch (attempt.type) {
    case "waiting":
      return {
        outcome: "pending" as const,
        message: `L’e-mail à ${email} attend et partira automatiquement. ${capReached(attempt.until)}`,
      };
    case "held":
      return { outcome: "pending" as const, message: `L’e-mail à ${email} attend. ${attempt.message}` };
    case "sent":
      return { outcome: "sent" as const, message: `L'email a été envoyé avec succès à ${email}.` };
    case "simulated":
      return {
        outcome: "simulated" as const,
        message: `MODE SIMULATION: L'email à ${email} a été enregistré dans le journal, mais n'a PAS été réellement envoyé.`,
      };
    case "deferred":
    case "unreachable":
      return {
        outcome: "pending" as const,
        message: `L’e-mail à ${email} n’a pas pu partir pour l’instant ; un nouvel essai aura lieu automatiquement. Raison : ${attempt.message}`,
      };
    case "refused":
      throw new ApiError(502, "email_failed", attempt.message || failedText);
    case "uncertain":
      throw new ApiError(
        502,
        "email_failed",
        `${emailMessages.interrupted} (${attempt.message || failedText})`,
      );
  }
}
