import { brand } from "#contract/brand.ts";
import { canonicalEmail } from "#contract/email-address.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { validateEmail } from "#contract/signup.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { linkPlace } from "#server/mail/content/personal-link.ts";
import type { Mail } from "#server/mail/mail.ts";
import { writeLinkMessage } from "#server/mail/sending/messages.service.ts";
import type { Addresses } from "./addresses.service.ts";
import { extendMyDataLink } from "./my-data-links.service.ts";
import { findKnownAddress } from "./personal-data.service.ts";
import { noteRequest } from "./requests.service.ts";

export type RequestDependencies = Pick<AppDependencies, "db" | "config" | "log" | "now"> & {
  addresses: Addresses;
  mail: Mail;
};

const subject = `Vos données chez ${brand.name}`;
const content = `<p>Bonjour,</p><p>Vous avez demandé à voir les données que ${brand.name} a de vous. Ce lien personnel vous y mène :</p><p><a class="button" href="${linkPlace}">Voir mes données</a></p><p>Il est valable ${privacyPeriods.myDataMinutes} minutes à partir de l’envoi de ce message. Si vous n’avez rien demandé, ignorez-le : personne d’autre ne l’a reçu.</p>`;

/**
 * Somebody asks for a link to their data. What follows happens after the answer: neither its content nor its time tells
 * whether the address is known.
 * @returns what is wrong with the address as it was typed, or null
 */
export function requestMyData(deps: RequestDependencies, typed: string): string | null {
  const problem = validateEmail(typed);
  const email = canonicalEmail(typed);
  if (problem !== null || email === null) return problem;
  sendLink(deps, email).catch((error: unknown) => {
    deps.log.error("a link to somebody's data could not be sent", { error });
  });
  return null;
}

/** To the address as it is stored, however it was typed; while simulation is on nothing is written, for it would open nothing. A mailbox gets a few links in 24 hours; after that the last one that works lives longer. */
async function sendLink(
  { db, config, now, addresses, mail }: RequestDependencies,
  email: string,
): Promise<void> {
  if ((await mail.settings()).simulationMode) return;
  const emailHash = await addresses.hash(email);
  const recipientEmail = await findKnownAddress(db, emailHash);
  if (recipientEmail === null) return;
  const link = { purpose: "my_data", emailHash } as const;
  const id = await writeLinkMessage({ db, config }, { recipientEmail, subject, content, link });
  if (id === null) return extendMyDataLink({ db, now }, emailHash);
  const outcome = "Lien envoyé vers ses données";
  await noteRequest(db, { kind: "access", emailHash, source: "person", outcome, at: now() });
  await mail.deliver(id);
}
