import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { EmailCheck, singleEmailSchema, testMessageSchema } from "#contract/email.schema.ts";
import { emailMessages, type RecipientVariables } from "#contract/email.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { ApiError, conflict } from "#server/lib/http/errors.ts";
import { sampleRecipient } from "#server/mail/content/shown-mail.service.ts";
import { findRecipient, isSampleAddress } from "#server/signups/people.service.ts";
import type { Mail } from "../mail.ts";
import { capReached } from "./delivery.rules.ts";
import { ensureNoInvitationVariables } from "./invitation-messages.service.ts";
import type { Attempt, Waiting } from "./leased-message.ts";
import { findLeased, isAnyLeased } from "./leases.queries.ts";
import { findLogEntry } from "./log.queries.ts";
import { createMailboxKey } from "./mailbox-key.ts";
import {
  insertForSending,
  insertLinkMessage,
  insertSimulated,
  type NewLinkMessage,
  type NewMessage,
} from "./new-messages.queries.ts";
import { skipWaitingMails, skipWaitingNews } from "./withdrawals.queries.ts";

export { skipWaitingMails, skipWaitingNews };

type Deps = Pick<AppDependencies, "db"> & { mail: Mail };

const failedText = "Échec de l'envoi de l'email";

/**
 * Writes one message to one person and sends it at once. A deferred message is retried automatically.
 * @throws 409 when only a sample sign-up has the address; 400 as `ensureNoInvitationVariables`
 * @throws 502 `email_failed` with the server's reply when it is refused
 */
export async function sendSingle(
  { db, mail }: Deps,
  input: z.output<typeof singleEmailSchema>,
  actor: string,
) {
  const { recipientEmail, recipientName = null, subject, format } = input;
  if (await isSampleAddress(db, recipientEmail)) throw conflict(emailMessages.sampleRecipient);
  ensureNoInvitationVariables(input);
  const content = await mail.html[format === "text" ? "fromText" : "sanitise"](input.content);
  const entry: NewMessage = {
    recipientEmail,
    recipientName,
    subject,
    content,
    emailType: "transactional",
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

/** The longest wait for messages in flight at other instances. Equals the duration of a lease. */
const inFlightTimeoutMs = 30_000;

/** Writes a message that its caller delivers at once; in simulation it only counts as sent. @returns its id */
export function writeMessage(
  db: Db,
  message: NewMessage,
  { simulated }: { simulated: boolean },
): Promise<string> {
  return simulated ? insertSimulated(db, message) : insertForSending(db, message);
}

/** Writes a message with a personal link. @returns its id; null when the mailbox has reached its daily limit */
export function writeLinkMessage(
  { db, config }: Pick<AppDependencies, "db" | "config">,
  message: Omit<NewLinkMessage, "mailboxKey">,
): Promise<string | null> {
  const mailboxKey = createMailboxKey(config.authSecret)(message.recipientEmail);
  return insertLinkMessage(db, { ...message, mailboxKey });
}

/** Finds the result of an attempt that another worker made at the same time. */
async function findAttempt(db: Db, id: string): Promise<Attempt> {
  const entry = await findLogEntry(db, id);
  if (entry?.status === "sent") return { type: "sent" };
  const message = entry?.errorMessage ?? "un autre envoi s’en occupe";
  const isOver = entry?.status === "failed" || entry?.status === "skipped";
  return { type: isOver ? "refused" : "deferred", message };
}

/** Resolves when the messages that any instance is sending now have ended, after 30 s at the latest. */
export async function waitForInFlight(db: Db, ownSettled: () => Promise<void>): Promise<void> {
  const ids = await findLeased(db);
  await ownSettled();
  const timeout = AbortSignal.timeout(inFlightTimeoutMs);
  while (ids.length > 0 && !timeout.aborted && (await isAnyLeased(db, ids))) await sleep(100);
}

/**
 * Sends a draft to its author as its recipients will see it, with the names and code of a sample person. Its unsubscribe link does
 * nothing, so that a forwarded test cannot unsubscribe a person.
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

/** Sends a message that really leaves, also in simulation, so that its arrival proves the settings. */
export async function sendRealTest(
  { db, mail }: Deps,
  message: Omit<NewMessage, "emailType">,
  actor: string,
): Promise<EmailCheck> {
  const settings = await mail.settings();
  const id = await writeMessage(db, { ...message, emailType: "test" }, { simulated: false });
  const through = { ...settings, simulationMode: false };
  const attempt = await mail.deliver(id, { retry: false, real: true, through });
  const check = realCheck(attempt, message.recipientEmail, settings.simulationMode);
  const details = { ok: check.ok, simulated: false };
  await recordEntry(db, { actor, action: "email.test_sent", details });
  return check;
}

function realCheck(attempt: Attempt | Waiting | null, email: string, inSimulation: boolean): EmailCheck {
  if (attempt?.type !== "sent") return failedCheck(attempt);
  const rest = inSimulation ? " Le mode simulation reste activé : les autres e-mails ne partent pas." : "";
  return { ok: true, message: `Un vrai e-mail est parti à ${email}.${rest}` };
}

/** Sends a message that shows whether sending works. It is not retried, because a test that arrives an hour later would confuse. */
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
  return failedCheck(attempt);
}

function failedCheck(attempt: Attempt | Waiting | null): EmailCheck {
  return { ok: false, message: `Échec de l'envoi: ${attempt ? reasonOf(attempt) : emailMessages.simulated}` };
}

function reasonOf(attempt: Attempt | Waiting): string {
  if (attempt.type === "waiting") return capReached(attempt.until);
  return "message" in attempt ? attempt.message : emailMessages.simulated;
}

/** Returns the variables of a message: the names of the sign-up with this address, else the typed name. */
export async function variablesOfRecipient(
  db: Db,
  email: string,
  typedName: string | null,
): Promise<RecipientVariables> {
  const person = await findRecipient(db, email);
  if (person) return { firstName: person.firstname, name: person.name };
  return typedName === null ? {} : namesOf(typedName);
}

/** Uses the first word as the first name, so that both variables together give the typed name. */
function namesOf(typedName: string): RecipientVariables {
  const [firstName = "", ...rest] = typedName.split(/\s+/);
  return { firstName, name: rest.join(" ") };
}
