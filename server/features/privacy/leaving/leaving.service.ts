import type { AppDependencies } from "#server/app-dependencies.ts";
import { noteUnsubscribed } from "#server/features/mailing/bounces/events.service.ts";
import type { ConsentTexts } from "#server/features/privacy/consent/consent-texts.service.ts";
import { giveConsentsAgain, withdrawConsents } from "#server/features/privacy/consent/consents.service.ts";
import { findSuppressions, suppress } from "#server/features/privacy/suppressions/suppressions.service.ts";
import { noteActivity } from "#server/features/signups/own-signups.service.ts";
import type { Db } from "#server/lib/database/database.ts";

export type LeavingDependencies = Pick<AppDependencies, "db" | "now"> & { consentTexts: ConsentTexts };

/** What stands in the list of blocked addresses as who did it. */
const source = "Lien de désinscription";

/**
 * No news any more, from the moment that this is answered. As often as it is asked for, also of an address that was erased or never signed up: what it
 * leaves is its hash.
 */
export async function leave({ db, now }: LeavingDependencies, emailHash: string): Promise<void> {
  await db.transaction((tx) => leaveWithin(tx, { emailHash, at: now(), source }));
}

/** The same within another change. */
export async function leaveWithin(
  tx: Db,
  { emailHash, at, source }: { emailHash: string; at: Date; source: string },
): Promise<void> {
  const added = await suppress(tx, { emailHash, scope: "news", reason: "unsubscribed", source });
  const hadAgreed = await withdrawConsents(tx, { emailHash, by: "person" });
  if (!added && !hadAgreed) return;
  await noteUnsubscribed(tx, emailHash);
  await noteActivity(tx, emailHash, at);
}

/** Takes it back: what was withdrawn is agreed to anew. Somebody who never agreed to anything gets nothing. */
export async function comeBack(
  { db, now, consentTexts }: LeavingDependencies,
  emailHash: string,
): Promise<void> {
  const textVersion = await consentTexts.version();
  await db.transaction(async (tx) => {
    await giveConsentsAgain(tx, { emailHash, textVersion });
    await noteActivity(tx, emailHash, now());
  });
}

/** Whether they left by this link and have not come back. */
export async function hasLeft({ db }: Pick<LeavingDependencies, "db">, emailHash: string): Promise<boolean> {
  return (await findSuppressions(db, emailHash)).some(({ reason }) => reason === "unsubscribed");
}
