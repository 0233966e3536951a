import type { AppDependencies } from "#server/app-dependencies.ts";
import { createSemaphore } from "#server/lib/concurrency.ts";
import type { Db } from "#server/lib/database/database.ts";
import { unavailable } from "#server/lib/http/errors.ts";
import { noteUnsubscribed } from "#server/mail/bounces/events.service.ts";
import { countChanges } from "#server/privacy/erasure/erasure-log.service.ts";
import { noteActivity } from "#server/signups/own-signups.service.ts";
import { type ConsentTexts, hasOpenConsent, restoreConsents, withdrawConsents } from "./consents.service.ts";
import { findSuppressions, suppress } from "./suppressions.service.ts";

export type UnsubscribeDependencies = Pick<AppDependencies, "db" | "now"> & { consentTexts: ConsentTexts };

/** The source that the list of blocked addresses shows. */
const source = "Lien de désinscription";

/** Unsubscribing always works. After this many changes in an hour, subscribing again is refused. */
const changesPerHour = 5;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Mail providers post in bursts. Their requests queue, so that visitors' requests find free connections. */
const inSlot = createSemaphore({ running: 2, waiting: 2_000, refuse: unavailable });

/**
 * Stops news before it answers. Idempotent. Works for an erased or unknown address, too, of which only the hash is
 * stored. A repetition costs one read.
 */
export async function unsubscribe({ db, now }: UnsubscribeDependencies, emailHash: string): Promise<void> {
  await inSlot(async () => {
    if (await hasNothingToLeave(db, { emailHash, now: now() })) return;
    await db.transaction((tx) => unsubscribeWithin(tx, { emailHash, at: now(), source }));
  });
}

/** False after a day, so that a repetition restarts the term of the suppression. */
async function hasNothingToLeave(db: Db, { emailHash, now }: { emailHash: string; now: Date }) {
  const left = (await findSuppressions(db, emailHash)).find(({ reason }) => reason === "unsubscribed");
  if (left === undefined || now.getTime() - (left.renewedAt ?? left.at).getTime() > dayMs) return false;
  return !(await hasOpenConsent(db, emailHash));
}

/** Unsubscribes within a given transaction. */
export async function unsubscribeWithin(
  tx: Db,
  { emailHash, at, source }: { emailHash: string; at: Date; source: string },
): Promise<void> {
  const added = await suppress(tx, { emailHash, scope: "news", reason: "unsubscribed", source });
  const hadAgreed = await withdrawConsents(tx, { emailHash, by: "person" });
  if (!added && !hadAgreed) return;
  await noteUnsubscribed(tx, emailHash);
  await noteActivity(tx, emailHash, at);
}

/**
 * Restores the withdrawn consents, if there were any.
 * @returns false after too many changes in an hour: then nothing changes
 */
export async function resubscribe(
  { db, now, consentTexts }: UnsubscribeDependencies,
  emailHash: string,
): Promise<boolean> {
  const textVersion = await consentTexts.version();
  return inSlot(async () => {
    if (!(await isUnsubscribed({ db }, emailHash))) return true;
    const since = new Date(now().getTime() - hourMs);
    if ((await countChanges(db, { emailHash, since })) >= changesPerHour - 1) return false;
    await db.transaction(async (tx) => {
      await restoreConsents(tx, { emailHash, textVersion });
      await noteActivity(tx, emailHash, now());
    });
    return true;
  });
}

/** True when the person unsubscribed by this link and did not subscribe again. */
export async function isUnsubscribed(
  { db }: Pick<UnsubscribeDependencies, "db">,
  emailHash: string,
): Promise<boolean> {
  return (await findSuppressions(db, emailHash)).some(({ reason }) => reason === "unsubscribed");
}
