import { z } from "zod";
import type { SuppressionReason, WithdrawnBy } from "#contract/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";
import {
  type ConsentHolder,
  findByAddress,
  hasUnwithdrawn,
  insertAgain,
  insertConfirmed,
  markConfirmed,
  markWithdrawn,
  mayReceiveNews,
  type StoredConsent,
} from "./consents.queries.ts";
import { lift } from "./suppressions.service.ts";

/** What somebody takes back by agreeing anew. That an address fails or complained is no matter of theirs. */
const liftedByConsent: SuppressionReason[] = ["unsubscribed", "erased"];

/** Whoever reads the mailbox says that they sent the form: what was agreed to in it counts from now on, once. */
export async function confirmConsents(tx: Db, holder: ConsentHolder): Promise<void> {
  for (const emailHash of new Set(await markConfirmed(tx, holder))) {
    await lift(tx, { emailHash, reasons: liftedByConsent });
  }
}

/** Agrees to news on a page that only the mailbox's owner reaches: no confirmation is needed. */
export async function giveConsent(
  tx: Db,
  consent: ConsentHolder & { emailHash: string; textVersion: string },
): Promise<void> {
  await insertConfirmed(tx, consent);
  await lift(tx, { emailHash: consent.emailHash, reasons: liftedByConsent });
}

/** Of all sign-ups with an address. @returns whether there was anything to withdraw */
export async function withdrawConsents(
  tx: Db,
  { emailHash, by }: { emailHash: string; by: WithdrawnBy },
): Promise<boolean> {
  return (await markWithdrawn(tx, { emailHash, by })) > 0;
}

/** Takes back that they left: what they withdrew is agreed to anew, if the sign-up is still there. */
export async function giveConsentsAgain(
  tx: Db,
  { emailHash, textVersion }: { emailHash: string; textVersion: string },
): Promise<void> {
  await insertAgain(tx, { emailHash, textVersion });
  await lift(tx, { emailHash, reasons: ["unsubscribed"] });
}

/** Of one address, with the words that were agreed to, oldest first. */
export async function findConsents(db: Db, emailHash: string): Promise<StoredConsent[]> {
  const consents = await findByAddress(db, emailHash);
  return consents.map((consent) => ({ ...consent, text: newsTextOf(consent.text) }));
}

/** Whether a consent of the address waits or counts: there is something to withdraw. */
export function hasOpenConsent(db: Db, emailHash: string): Promise<boolean> {
  return hasUnwithdrawn(db, emailHash);
}

export function receivesNews(db: Db, emailHash: string): Promise<boolean> {
  return mayReceiveNews(db, emailHash);
}

function newsTextOf(texts: string): string {
  return z.object({ news: z.string() }).parse(JSON.parse(texts)).news;
}
