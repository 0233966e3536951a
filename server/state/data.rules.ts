import type { StateRow } from "#contract/state.schema.ts";
import type { BackupFacts, DatabaseFacts, DomainFacts, MailFacts, UnreadableSecrets } from "./facts.ts";
import { error, judged, type Problem, unknownRow, versionName, warn, when } from "./machine.rules.ts";
import { texts } from "./texts.ts";

/** All SQL of the product works from this version on. */
const oldestPostgresql = 15;

/** In bytes: the upkeep keeps the embedded database's log far below this. */
const longLog = 1e9;

const dayMs = 86_400_000;
/** One missed night is accepted, because the server may have been off. */
const backupAgeMs = { scheduled: 2 * dayMs, byHand: 8 * dayMs, verified: 31 * dayMs };

export function databaseRow(facts: DatabaseFacts): StateRow {
  const { version, schema, takesWrites, logBytes } = facts;
  return judged("database", texts.database.found({ ...facts, version: versionName(version) }), [
    ...when(version < oldestPostgresql * 10_000, error(texts.database.tooOld(oldestPostgresql))),
    ...when(schema === "older", error(texts.database.behind)),
    ...when(schema === "newer", error(texts.database.ahead)),
    // A database with another schema is not ready either, but the problem above already explains that.
    ...when(!takesWrites && schema === "current", error(texts.database.noWrites)),
    ...when((logBytes ?? 0) > longLog, warn(texts.database.longLog)),
  ]);
}

export function unreachableRow(reason: string): StateRow {
  return judged("database", texts.database.away(reason), [error(texts.database.mendAway)]);
}

/** The row for the embedded database of a stopped server: only the server may open it. */
export const closedRow: StateRow = judged("database", texts.database.closed, [
  error(texts.database.startServer),
]);

export function secretsRow(unreadable: UnreadableSecrets): StateRow {
  const { twoFactors, isForeign, ...mail } = unreadable;
  const lost = (Object.keys(mail) as (keyof typeof mail)[]).filter((name) => mail[name]);
  const count = twoFactors + lost.length;
  return judged("secrets", count === 0 ? texts.secrets.readable : texts.secrets.lost(lost, twoFactors), [
    ...when(isForeign, error(texts.secrets.foreign)),
    ...when(count > 0, error(texts.secrets.mend)),
  ]);
}

export function backupRow(facts: BackupFacts): StateRow {
  return judged("backup", texts.backup.found(facts), [
    ...ageProblems(facts),
    ...when(facts.hasFailed, error(texts.backup.failed)),
    ...when(!facts.areErasuresNoted, error(texts.backup.erasuresWait)),
    ...when(facts.lastGoodAgeMs !== null && isUnverified(facts), warn(texts.backup.verify)),
  ]);
}

function ageProblems({ hasPlace, isScheduled, hasFailed, mode, lastGoodAgeMs }: BackupFacts): Problem[] {
  // Also an error when PostgreSQL has its own backups: erasures since the backup would be unknown.
  if (!hasPlace) return [error(texts.backup.noPlace)];
  if (lastGoodAgeMs === null) {
    if (hasFailed) return []; // another problem already reports it
    return [warn(isScheduled ? texts.backup.firstIsComing : texts.backup.none)];
  }
  const limit = isScheduled ? backupAgeMs.scheduled : backupAgeMs.byHand;
  if (lastGoodAgeMs <= limit) return [];
  return [isScheduled || mode === "embedded" ? error(texts.backup.tooOld) : warn(texts.backup.tooOld)];
}

const isUnverified = ({ canVerify, lastVerifiedAgeMs }: BackupFacts) =>
  canVerify && (lastVerifiedAgeMs === null || lastVerifiedAgeMs > backupAgeMs.verified);

/** In milliseconds. Messages are tried again within a quarter of an hour, so a later one shows a problem. */
const late = 30 * 60_000;

/** From this share and this number of failed messages on, the cause is probably not their addresses. */
const failures = { share: 0.1, atLeast: 5 };

const domainAgeMs = 90 * 86_400_000;

export function mailRow(facts: MailFacts): StateRow {
  const { isConfigured, isSimulation, isHeld, sent, failed, overdueMs } = facts;
  const isFailing = failed >= failures.atLeast && failed > (sent + failed) * failures.share;
  return judged("mail", texts.mail.found(facts), [
    ...when(isHeld, warn(texts.mail.held)),
    ...when(isSimulation, warn(texts.mail.simulation)),
    ...when(!isConfigured && !isSimulation, error(texts.mail.notConfigured)),
    ...when(isFailing, (sent === 0 ? error : warn)(texts.mail.failing)),
    ...when(!isHeld && (overdueMs ?? 0) > late, error(texts.mail.overdue)),
  ]);
}

export function dnsRow({ domain, verdict, rows, ageMs, isSimulation }: DomainFacts): StateRow {
  if (ageMs === null) {
    const found = texts.dns.unchecked(domain);
    return isSimulation ? unknownRow("dns", found) : judged("dns", found, [warn(texts.dns.check)]);
  }
  const wrong = rows.filter((row) => row.verdict === "error" || row.verdict === "warn").map(({ key }) => key);
  return judged("dns", texts.dns.found(domain, ageMs, wrong), [
    ...when(verdict === "error", error(texts.dns.mend)),
    ...when(verdict === "warn", warn(texts.dns.mend)),
    ...when(ageMs > domainAgeMs, warn(texts.dns.checkAgain)),
  ]);
}
