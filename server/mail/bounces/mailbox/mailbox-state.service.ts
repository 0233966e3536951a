import type { MailboxStatus } from "#contract/bounces.schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findState, forgetState } from "./mailbox.queries.ts";

/** How reading goes; all of it empty before the first reading. */
export async function getMailboxStatus(db: Db): Promise<MailboxStatus> {
  const state = await findState(db);
  return {
    lastReadAt: state?.lastReadAt?.toISOString() ?? null,
    nextReadAt: state?.nextReadAt.toISOString() ?? null,
    failures: state?.failures ?? 0,
    failingSince: state?.failingSince?.toISOString() ?? null,
    error: state?.error ?? null,
  };
}

/** The settings lead to another mailbox, or by another way: it is read from its beginning, at once. */
export async function restartMailbox(tx: Db): Promise<void> {
  await forgetState(tx);
}
