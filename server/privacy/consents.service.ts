import { createHash } from "node:crypto";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { consentTexts } from "#contract/consent-texts.ts";
import type { SuppressionReason, WithdrawnBy } from "#contract/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import {
  type ConsentHolder,
  confirmConsentsOf,
  declineConsents,
  deleteConsents,
  findConsentsByAddress,
  hasOpenConsent,
  insertConfirmedConsent,
  insertConsentTexts,
  insertImportedConsents,
  moveConsents,
  receivesNews,
  reinsertWithdrawnConsents,
  type StoredConsent,
  withdrawConsentsOf,
} from "./consents.queries.ts";
import { lift } from "./suppressions.service.ts";

export { declineConsents, hasOpenConsent, receivesNews };

/** A new consent lifts these suppressions. A bounce or a complaint stays. */
const liftedByConsent: SuppressionReason[] = ["unsubscribed", "erased"];

/** Confirms, once, the consent that the mailbox's owner gave in the form: it counts from now on. */
export async function confirmConsents(tx: Db, holder: ConsentHolder): Promise<void> {
  for (const emailHash of new Set(await confirmConsentsOf(tx, holder))) {
    await lift(tx, { emailHash, reasons: liftedByConsent });
  }
}

/** Stores a consent given on a page that only the mailbox's owner can open, so it needs no confirmation. */
export async function giveConsent(
  tx: Db,
  consent: ConsentHolder & { emailHash: string; textVersion: string },
): Promise<void> {
  await insertConfirmedConsent(tx, consent);
  await lift(tx, { emailHash: consent.emailHash, reasons: liftedByConsent });
}

type ImportedProof = { signupId: string; emailHash: string; at: Date; place: string; words: string };

/**
 * Stores consents that were given elsewhere, with their time, place and words. They lift no suppression: only the person can do that.
 */
export async function importConsents(
  tx: Db,
  { audience, proofs }: { audience: Audience; proofs: readonly ImportedProof[] },
): Promise<void> {
  if (proofs.length === 0) return;
  const given = proofs.map(({ signupId, emailHash, at, ...words }) => {
    const text = importedText(words);
    return { signupId, emailHash, at, text, textVersion: versionOf(text) };
  });
  await insertImportedConsents(tx, audience, given);
}

/** In the form that `findConsents` parses. */
const importedText = ({ place, words }: { place: string; words: string }) =>
  JSON.stringify({ news: words, place });

/** Withdraws the consents of all sign-ups with an address. @returns whether there was a consent to withdraw */
export async function withdrawConsents(
  tx: Db,
  { emailHash, by }: { emailHash: string; by: WithdrawnBy },
): Promise<boolean> {
  return (await withdrawConsentsOf(tx, { emailHash, by })) > 0;
}

/** Undoes a withdrawal: repeats the withdrawn consents of sign-ups that still exist. */
export async function restoreConsents(
  tx: Db,
  { emailHash, textVersion }: { emailHash: string; textVersion: string },
): Promise<void> {
  await reinsertWithdrawnConsents(tx, { emailHash, textVersion });
  await lift(tx, { emailHash, reasons: ["unsubscribed"] });
}

/** The consents of one address, oldest first, with the accepted words. `place` is set when the consent was given elsewhere. */
export async function findConsents(db: Db, emailHash: string): Promise<Consent[]> {
  const consents = await findConsentsByAddress(db, emailHash);
  return consents.map(({ text, ...consent }) => {
    const { news, place = null } = textsSchema.parse(JSON.parse(text));
    return { ...consent, text: news, place };
  });
}

type Consent = StoredConsent & { place: string | null };
const textsSchema = z.object({ news: z.string(), place: z.string().optional() });

const text = JSON.stringify(consentTexts);
/** Consists of letters and digits, because the form token carries it. */
const versionOf = (texts: string) => createHash("sha256").update(texts).digest("hex").slice(0, 12);
const version = versionOf(text);

export type ConsentTexts = {
  /** The version of the texts that forms show from now on. It is stored before the first form shows it. */
  version(): Promise<string>;
};

export function createConsentTexts(db: Db): ConsentTexts {
  let noting: Promise<void> | null = null;
  return {
    async version() {
      noting ??= insertConsentTexts(db, { version, text }).catch((error: unknown) => {
        noting = null; // the next form tries again
        throw error;
      });
      await noting;
      return version;
    },
  };
}

/** Keeps consents in step with later changes of sign-ups. The statement that stores a sign-up stores its consent, too. */
export const consentHandlers: SignupHandlers = {
  deleted: (tx, { signups }) => deleteConsents(tx, { signupIds: signups.map(({ id }) => id) }),
  readdressed: (tx, { after: { id, emailHash, confirmedAt } }) =>
    moveConsents(tx, { signupId: id, emailHash, isConfirmed: confirmedAt !== null }),
  erased: (tx, { emailHashes }) => deleteConsents(tx, { emailHashes }),
};
