import { noteSecret } from "#server/accounts/installation.service.ts";
import { compose } from "#server/compose.ts";
import type { Config } from "#server/lib/config.ts";
import type { Db } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { holdMail } from "#server/mail/sending/begin-hold.service.ts";
import { pauseRunningCampaigns } from "#server/mail/sending/campaigns.service.ts";
import { mergeErasures, parseErasures, replayErasures } from "#server/privacy/erasure/erasure.service.ts";
import type { LogEntry } from "#server/privacy/erasure/erasure-log.service.ts";

/** What a restore still owes to the people in it, as part of its transaction. */
export type Completion = {
  backupMadeAt: Date;
  /** The log of erasures with the installation that it has to belong to; null: there is none. */
  erasures: { text: string; installation: string | null } | null;
  /** What the database that was given up knew, of the same installation. */
  ownErasures?: LogEntry[] | null;
};

const pausedReason = "Une sauvegarde a été restaurée";

export const keptSentence = (name: string) => `The database of the earlier PostgreSQL is kept as ${name}.`;

/** Nobody is written to, and whoever was erased or left since is so again. @returns how many lines were replayed */
export async function completeRestore(
  tx: Db,
  config: Config & { authSecret: string },
  { backupMadeAt, erasures, ownErasures }: Completion,
): Promise<number> {
  const { parts } = compose({ db: tx, publicDb: tx, config, log: silentLogger, announce: () => undefined });
  await noteSecret(tx, config);
  await holdMail(tx, backupMadeAt);
  await pauseRunningCampaigns({ db: tx }, pausedReason);
  const noted = erasures ? parseErasures(erasures.text, erasures.installation) : [];
  return replayErasures(tx, parts.events, mergeErasures(noted, ownErasures ?? []));
}
