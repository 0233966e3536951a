import { brand } from "#contract/brand.ts";
import { canonicalEmail } from "#contract/email-address.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { validateEmail } from "#contract/signup.ts";
import type { NewAddress } from "#contract/site-pages.ts";
import { escapeHtml } from "#contract/template-variables.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { linkPlace } from "#server/mail/content/personal-link.ts";
import type { Mail } from "#server/mail/mail.ts";
import { writeLinkMessage, writeMessage } from "#server/mail/sending/messages.service.ts";
import { findByAddress, noteActivity } from "#server/signups/own-signups.service.ts";
import { readdressSignup } from "#server/signups/rectification.service.ts";
import type { SignupEvents } from "#server/signups/signup-events.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import type { Addresses } from "./addresses.service.ts";
import { type AddressChange, readNewAddressToken } from "./new-address-link.ts";
import { noteRequest } from "./requests.service.ts";
import { lift } from "./suppressions.service.ts";

export type NewAddressDependencies = Pick<AppDependencies, "db" | "config" | "log" | "now"> & {
  addresses: Addresses;
  events: SignupEvents;
  mail: Mail;
  site: Site;
};

const linkSubject = `Confirmez votre nouvelle adresse chez ${brand.name}`;
const linkContent = `<p>Bonjour,</p><p>Cette adresse doit remplacer celle d’une inscription à la bêta de ${brand.name}. Ce lien vous permet de le confirmer :</p><p><a class="button" href="${linkPlace}">Confirmer ma nouvelle adresse</a></p><p>Il est valable ${privacyPeriods.myDataMinutes} minutes à partir de l’envoi de ce message. Si vous n’avez rien demandé, ignorez-le : rien ne change.</p>`;

const changedSubject = `Votre adresse a changé chez ${brand.name}`;
const changedContent = (contact: string) =>
  `<p>Bonjour,</p><p>Une autre adresse e-mail, confirmée depuis sa boîte, remplace celle-ci dans votre inscription à la bêta de ${brand.name}. Votre inscription ne nous fera plus écrire ici.</p><p>Cela ne vient pas de vous ? Écrivez-nous : <a href="mailto:${contact}">${contact}</a>.</p>`;

/**
 * Sends a link to the new address, after the answer: neither the answer's content nor its time reveals if another sign-up has it.
 * @returns the problem of the typed address, or null
 */
export async function requestNewAddress(
  deps: NewAddressDependencies,
  { emailHash, typed }: { emailHash: string; typed: string },
): Promise<string | null> {
  const problem = validateEmail(typed);
  const email = canonicalEmail(typed);
  if (problem !== null || email === null) return problem;
  if ((await deps.addresses.hash(email)) === emailHash) return "Cette adresse est déjà la vôtre.";
  sendLink(deps, { emailHash, email }).catch((error: unknown) => {
    deps.log.error("failed to send a link to a new address", { error });
  });
  return null;
}

async function sendLink(deps: NewAddressDependencies, change: AddressChange): Promise<void> {
  const { db, config, addresses, mail } = deps;
  if ((await mail.settings()).simulationMode) return; // the link would not work
  const newHash = await addresses.hash(change.email);
  if ((await findMovable(db, { ...change, newHash })).length === 0) return;
  const link = { purpose: "new_address", ...change } as const;
  const id = await writeLinkMessage(
    { db, config },
    { recipientEmail: change.email, subject: linkSubject, content: linkContent, link },
  );
  if (id !== null) await mail.deliver(id);
}

/** The state for the page of the link. Changes nothing, because mail programs open links to scan them. */
export async function readNewAddress(deps: NewAddressDependencies, token: string): Promise<NewAddress> {
  const change = readNewAddressToken(deps, token);
  if (change === null) return expired;
  return describe(deps.db, { ...change, newHash: await deps.addresses.hash(change.email) });
}

/** Moves all sign-ups to the new address, which then counts as confirmed, and notifies the old address. */
export async function confirmNewAddress(deps: NewAddressDependencies, token: string): Promise<NewAddress> {
  const change = readNewAddressToken(deps, token);
  if (change === null) return expired;
  const { addresses, events, mail, site } = deps;
  const { email } = change;
  const newHash = await addresses.hash(email);
  const { simulationMode: simulated } = await mail.settings();
  const { contact } = await site.current();
  const { state, notice } = await deps.db.transaction(async (tx) => {
    const before = await describe(tx, { ...change, newHash });
    const own = await findMovable(tx, { ...change, newHash });
    const [first] = own;
    if (!first) return { state: before, notice: null };
    const at = deps.now();
    for (const { audience, id } of own)
      await readdressSignup(tx, events, { audience, id, email, confirmedAt: at });
    await lift(tx, { emailHash: newHash, reasons: ["erased"] });
    await noteActivity(tx, newHash, at);
    const outcome = "Adresse changée par la personne";
    await noteRequest(tx, { kind: "rectification", emailHash: newHash, source: "person", outcome, at });
    // Written last, because the erasure of the old address also deletes its messages.
    const message = {
      recipientEmail: first.email,
      recipientName: null,
      subject: changedSubject,
      content: changedContent(escapeHtml(contact.email)),
      emailType: "transactional",
      forgetOnceEnded: true,
    } as const;
    return {
      state: { state: "changed", email } as const,
      notice: simulated ? null : await writeMessage(tx, message, { simulated }),
    };
  });
  if (notice !== null)
    mail.deliver(notice).catch((error: unknown) => {
      deps.log.error("failed to notify the replaced address", { error });
    });
  return state;
}

const expired = { state: "expired" } as const;

type Move = AddressChange & { newHash: string };

async function describe(db: Db, move: Move): Promise<NewAddress> {
  if ((await findMovable(db, move)).length > 0) return { state: "ask", email: move.email };
  const isMoved =
    (await findByAddress(db, move.emailHash)).length === 0 &&
    (await findByAddress(db, move.newHash)).length > 0;
  return isMoved ? { state: "changed", email: move.email } : expired;
}

/**
 * The sign-ups of the current address. Returns none while one is limited, or when the new address already has a sign-up for the same
 * audience.
 */
async function findMovable(db: Db, { emailHash, newHash }: Move) {
  const own = await findByAddress(db, emailHash);
  const taken = new Set((await findByAddress(db, newHash)).map(({ audience }) => audience));
  const isRefused = own.some(({ audience, limitedAt }) => limitedAt !== null || taken.has(audience));
  return isRefused ? [] : own;
}
