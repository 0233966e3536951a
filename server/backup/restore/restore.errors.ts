import { privacyPeriods } from "#contract/privacy.ts";
import { newestKnownMigration, oldestKnownMigration } from "#server/lib/database/migrations.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import type { TargetState } from "./restore.queries.ts";

/** The reason for refusing a restore, in one line with the remedy. */
export class RestoreRefusedError extends OperatorError {
  override name = "RestoreRefusedError";
}

export const serverRuns = () =>
  new RestoreRefusedError(
    "A server is running on the database: stop it, run this again, then start it again.",
  );

export const campaignRuns = () =>
  new RestoreRefusedError(
    "A campaign is running in the database: start the server, pause or cancel it there, stop the server, then run this again.",
  );

export const importUnfinished = () =>
  new RestoreRefusedError(
    "An import has lines left, which are not moved: start the server, let it end or undo it there, stop the server, then run this again.",
  );

export const sameDatabase = () =>
  new RestoreRefusedError("The target is the database that the data is in already.");

/** @param replace the caller allowed the replacement of existing data */
export function refuseTarget(
  state: TargetState,
  { replace, newer }: { replace: boolean; newer: boolean },
): RestoreRefusedError | null {
  if (state.isServed) return serverRuns();
  if (state.foreignObjects.length > 0)
    return refuseForeignObjects(state.foreignObjects.join(", "), state.isTenue && newer);
  if (state.hasData && !replace) {
    return new RestoreRefusedError(
      "The database is not empty: back it up, then add --replace to discard its data.",
    );
  }
  return null;
}

/** @param newer this version cannot tell objects of a newer version from foreign ones */
function refuseForeignObjects(names: string, newer: boolean): RestoreRefusedError {
  return new RestoreRefusedError(
    newer
      ? `A newer version of Tenue migrated the database, which holds objects that this version does not know (${names}): restore with that version, or into another database.`
      : `The database holds tables, views or functions that are not Tenue's (${names}): restore into an empty one.`,
  );
}

/** Only schemas from that of 0.2.0 on can be made for a backup. @throws RestoreRefusedError */
export function ensureKnownSchema({ stamp, version }: { stamp: number; version: string }): void {
  if (stamp > newestKnownMigration())
    throw new RestoreRefusedError(
      `The backup was made by Tenue ${version}, on a schema that this version does not know: restore it with that version or a newer one.`,
    );
  if (stamp < oldestKnownMigration())
    throw new RestoreRefusedError(
      `The backup was made by Tenue ${version}, on a schema from before 0.2.0: restore it with version 0.2.0, start that once, and make a new backup.`,
    );
}

export function wrongSecret(): RestoreRefusedError {
  return new RestoreRefusedError(
    "The backup was made with another AUTH_SECRET, without which its passwords and second factors cannot be read: run this with AUTH_SECRET='…' of that installation (its environment, or the file auth-secret in its DATA_DIR, which you may also copy into the new one before), and start the server with it; if it is lost, add --without-secret.",
  );
}

export function olderThanErasures(madeAt: string): RestoreRefusedError {
  return new RestoreRefusedError(
    `The log of erasures goes back ${privacyPeriods.erasureLogDays} days, and the backup of ${madeAt} is older: people who had themselves erased before that would be back. Restore a newer backup, or add --although-old to repeat what the log still has.`,
  );
}

export function erasuresMissing(madeAt: string): RestoreRefusedError {
  return new RestoreRefusedError(
    `The log of erasures since the backup of ${madeAt} is missing, so people who had themselves erased would be back: name it with --erasures FILE (erasures.ndjson beside the backups), or add --without-erasures.`,
  );
}
