import type { Db } from "#server/lib/database/database.ts";
import { skipWaitingMails } from "#server/mail/sending/messages.service.ts";
import { findOwnSignups, limitSignups, markObjected } from "#server/signups/own-signups.service.ts";
import { logErasures } from "./erasure/erasure-log.service.ts";
import { suppress } from "./suppressions.service.ts";
import { unsubscribeWithin } from "./unsubscribe.service.ts";

/** Logged in this form, so that a restore of an older backup applies the objection again. */
const objection = { scope: "news", reason: "objected", until: null } as const;

/**
 * Applies an objection (article 21): withdraws the consent to news and takes the answers out of the statistics. A brand's sign-up
 * rests only on our legitimate interest, so its use ends, as with a limitation. Not that of the same person's sign-up as a user.
 * @param source an administrator's e-mail, or the page
 */
export async function objectWithin(
  tx: Db,
  { emailHash, at, source }: { emailHash: string; at: Date; source: string },
): Promise<void> {
  await unsubscribeWithin(tx, { emailHash, at, source });
  await markObjected(tx, emailHash, at);
  await logErasures(tx, [{ kind: "suppressed", emailHash, ...objection }]);
  const signups = await findOwnSignups(tx, emailHash);
  const brands = signups.filter(({ audience }) => audience === "brand");
  if (brands.length === 0) return;
  await limitSignups(tx, emailHash, at, ["brand"]);
  await skipWaitingMails(
    tx,
    brands.map(({ id }) => id),
  );
  // The same person's sign-up as a user stays in use, and so do its messages.
  const scope = brands.length === signups.length ? "all" : "news";
  await suppress(tx, { emailHash, scope, reason: "limited", source });
}

/** Includes the person's answers in statistics again. News need a new consent, and a limitation is lifted separately. */
export async function endObjection(tx: Db, emailHash: string): Promise<void> {
  await markObjected(tx, emailHash, null);
  await logErasures(tx, [{ kind: "lifted", emailHash, ...objection }]);
}
