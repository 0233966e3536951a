import type { BackupFacts, DatabaseFacts } from "./facts.ts";
import { error, type Finding, judged, type Problem, warn, when } from "./finding.ts";
import { versionName } from "./machine.rules.ts";
import type { UnreadableSecrets } from "./unreadable-secrets.service.ts";

/** SQL stays within it. */
const oldestPostgresql = 15;

/** In bytes: upkeep keeps the embedded database's log far below it. */
const longLog = 1e9;

const dayMs = 86_400_000;
/** One night may be missed, by a server that was off. */
const backupAgeMs = { scheduled: 2 * dayMs, byHand: 8 * dayMs, verified: 31 * dayMs };

export function databaseRow(facts: DatabaseFacts): Finding {
  const { version, schema, takesWrites, logBytes } = facts;
  return judged("database", ({ database }) => database.found({ ...facts, version: versionName(version) }), [
    ...when(
      version < oldestPostgresql * 10_000,
      error(({ database }) => database.tooOld(oldestPostgresql)),
    ),
    ...when(
      schema === "older",
      error(({ database }) => database.behind),
    ),
    ...when(
      schema === "newer",
      error(({ database }) => database.ahead),
    ),
    // A database that is behind or ahead is not ready either, and the sentence above says why.
    ...when(
      !takesWrites && schema === "current",
      error(({ database }) => database.noWrites),
    ),
    ...when(
      (logBytes ?? 0) > longLog,
      warn(({ database }) => database.longLog),
    ),
  ]);
}

export function unreachableRow(reason: string): Finding {
  return judged("database", ({ database }) => database.away(reason), [
    error(({ database }) => database.mendAway),
  ]);
}

/** The embedded database of a server that does not run: only that server may open it. */
export const closedRow: Finding = judged("database", ({ database }) => database.closed, [
  error(({ database }) => database.startServer),
]);

export function secretsRow(unreadable: UnreadableSecrets): Finding {
  const { twoFactors, isForeign, ...mail } = unreadable;
  const lost = (Object.keys(mail) as (keyof typeof mail)[]).filter((name) => mail[name]);
  const count = twoFactors + lost.length;
  return judged(
    "secrets",
    ({ secrets }) => (count === 0 ? secrets.readable : secrets.lost(lost, twoFactors)),
    [
      ...when(
        isForeign,
        error(({ secrets }) => secrets.foreign),
      ),
      ...when(
        count > 0,
        error(({ secrets }) => secrets.mend),
      ),
    ],
  );
}

export function backupRow(facts: BackupFacts): Finding {
  return judged("backup", ({ backup }) => backup.found(facts), [
    ...ageProblems(facts),
    ...when(
      facts.hasFailed,
      error(({ backup }) => backup.failed),
    ),
    ...when(
      !facts.areErasuresNoted,
      error(({ backup }) => backup.erasuresWait),
    ),
    ...when(
      facts.lastGoodAgeMs !== null && isUnverified(facts),
      warn(({ backup }) => backup.verify),
    ),
  ]);
}

function ageProblems({ hasPlace, isScheduled, hasFailed, mode, lastGoodAgeMs }: BackupFacts): Problem[] {
  // Also where PostgreSQL has backups of its own: erasures since the backup would be unknown.
  if (!hasPlace) return [error(({ backup }) => backup.noPlace)];
  if (lastGoodAgeMs === null) {
    if (hasFailed) return []; // that says enough
    return [warn(({ backup }) => (isScheduled ? backup.firstIsComing : backup.none))];
  }
  const limit = isScheduled ? backupAgeMs.scheduled : backupAgeMs.byHand;
  if (lastGoodAgeMs <= limit) return [];
  return [
    isScheduled || mode === "embedded"
      ? error(({ backup }) => backup.tooOld)
      : warn(({ backup }) => backup.tooOld),
  ];
}

const isUnverified = ({ canVerify, lastVerifiedAgeMs }: BackupFacts) =>
  canVerify && (lastVerifiedAgeMs === null || lastVerifiedAgeMs > backupAgeMs.verified);
