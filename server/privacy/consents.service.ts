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

/** The suppressions that a new consent lifts. A bounce or a complaint stays. */
const liftedByConsent: SuppressionReason[] = ["unsubscribed", "erased"];

/** The owner of the mailbox confirms the consent that was given in the form: it counts from now on, once. */
export async function confirmConsents(tx: Db, holder: ConsentHolder): Promise<void> {
  for (const emailHash of new Set(await confirmConsentsOf(tx, holder))) {
    await lift(tx, { emailHash, reasons: liftedByConsent });
  }
}

/** Agrees to news on a page that only the mailbox's owner reaches: no confirmation is needed. */
export async function giveConsent(
  tx: Db,
  consent: ConsentHolder & { emailHash: string; textVersion: string },
): Promise<void> {
  await insertConfirmedConsent(tx, consent);
  await lift(tx, { emailHash: consent.emailHash, reasons: liftedByConsent });
}

type ImportedProof = { signupId: string; emailHash: string; at: Date; place: string; words: string };

/**
 * Stores consents that were given elsewhere, with when, where and to which words. They lift no suppression: only their person can do that.
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

/** As `findConsents` reads it. */
const importedText = ({ place, words }: { place: string; words: string }) =>
  JSON.stringify({ news: words, place });

/** Of all sign-ups with an address. @returns whether there was anything to withdraw */
export async function withdrawConsents(
  tx: Db,
  { emailHash, by }: { emailHash: string; by: WithdrawnBy },
): Promise<boolean> {
  return (await withdrawConsentsOf(tx, { emailHash, by })) > 0;
}

/** Undoes a withdrawal: gives the withdrawn consents again, for sign-ups that still exist. */
export async function restoreConsents(
  tx: Db,
  { emailHash, textVersion }: { emailHash: string; textVersion: string },
): Promise<void> {
  await reinsertWithdrawnConsents(tx, { emailHash, textVersion });
  await lift(tx, { emailHash, reasons: ["unsubscribed"] });
}

/** Of one address, with the words that were agreed to, and the place where if that was elsewhere; oldest first. */
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
/** Letters, digits and hyphens: it travels in the form token. */
const versionOf = (texts: string) => createHash("sha256").update(texts).digest("hex").slice(0, 12);
const version = versionOf(text);

export type ConsentTexts = {
  /** The version of the texts that forms show from now on; it is stored before the first form has it. */
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

/** What consents have to do with sign-ups: given in the very statement that stores them, gone with them. */
export const consentHandlers: SignupHandlers = {
  deleted: (tx, { signups }) => deleteConsents(tx, { signupIds: signups.map(({ id }) => id) }),
  readdressed: (tx, { after: { id, emailHash, confirmedAt } }) =>
    moveConsents(tx, { signupId: id, emailHash, isConfirmed: confirmedAt !== null }),
  erased: (tx, { emailHashes }) => deleteConsents(tx, { emailHashes }),
};
