import type { z } from "zod";
import { emailMessages } from "#contract/email.ts";
import { type MailHold, type mailHoldEndSchema, mailHoldMessages } from "#contract/mail-hold.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict } from "#server/lib/http/errors.ts";
import { giveTimeToConfirm } from "#server/signups/retention.service.ts";
import type { Mail } from "../mail.ts";
import { cancelUnfinishedCampaigns } from "./campaigns.service.ts";
import { cancelWrittenBefore, countHeld, deleteHold, findHold } from "./hold.queries.ts";

/** Returns the hold after a restore, or null. */
export async function getHold({ db }: Pick<AppDependencies, "db">): Promise<MailHold> {
  const hold = await findHold(db);
  if (!hold) return { hold: null };
  return {
    hold: {
      since: hold.since.toISOString(),
      backupMadeAt: hold.backupMadeAt?.toISOString() ?? null,
      waiting: await countHeld(db, hold.since),
    },
  };
}

/** @throws ApiError 409 during a hold */
export async function ensureNotHeld(db: Db): Promise<void> {
  if (await findHold(db)) throw conflict(emailMessages.held);
}

/**
 * Ends the hold. Waiting messages of the backup may have been sent after the backup was made. They are sent, perhaps a second time, or
 * cancelled with their campaigns. Newer messages leave in both cases; paused campaigns stay paused. The period to confirm a sign-up
 * starts again.
 * @throws ApiError 409 when nothing is held
 */
export async function endHold(
  { db, now, mail }: Pick<AppDependencies, "db" | "now"> & { mail: Mail },
  { waiting, actor }: z.output<typeof mailHoldEndSchema> & { actor: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const hold = await deleteHold(tx);
    if (!hold) throw conflict(mailHoldMessages.none);
    await giveTimeToConfirm(tx, { since: hold.since, at: now() });
    const isCancelled = waiting === "cancel";
    const campaigns = isCancelled ? await cancelUnfinishedCampaigns(tx, { at: hold.since, by: actor }) : 0;
    const count = isCancelled ? await cancelWrittenBefore(tx, hold.since) : 0;
    const details = isCancelled ? { waiting, count, campaigns } : { waiting };
    await recordEntry(tx, { actor, action: "email.hold_ended", details });
  });
  mail.wake();
}
