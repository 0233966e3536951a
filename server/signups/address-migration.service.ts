import { type Audience, audiences } from "#contract/audience.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { uniqueViolation } from "#server/lib/database/database-errors.ts";
import {
  type AddressMigration,
  deleteMigration,
  findAddressesAfter,
  findMigration,
  lockHolders,
  lockMigration,
  markDuplicates,
  saveMigrationProgress,
  updateAddresses,
} from "./address-migration.queries.ts";
import { addressesToChange, duplicatesAmong, type NewAddress } from "./address-migration.rules.ts";
import type { SignupEvents } from "./signup-events.ts";

/** Small enough that the embedded database, which does one thing at a time, keeps answering in between. */
const batchSize = 500;
/** So that a round of upkeep ends, also when the server is to stop; the next round goes on. */
const batchesPerRound = 200;
/** As long as instances of the version before may still store addresses as they were typed (a rolling update). */
const rollingUpdateMs = 60 * 60_000;

type Deps = Pick<AppDependencies, "db" | "log" | "now"> & { events: SignupEvents };

/**
 * Brings the addresses of sign-ups that were stored as they were typed into their one form, from the oldest on, batch by
 * batch. Each batch commits together with how far it came, so a process that is killed loses nothing and several
 * instances share the work. Of two sign-ups that turn out to have one address the later becomes a duplicate: it keeps
 * its data and is written to no more.
 */
export async function migrateAddresses(
  deps: Deps,
  { size = batchSize, batches = batchesPerRound } = {},
): Promise<void> {
  for (const audience of audiences) {
    for (let batch = 0; batch < batches; batch += 1) {
      if (!(await migrateNextBatch({ ...deps, audience, size }))) break;
    }
  }
}

type Work = Deps & { audience: Audience; size: number };

/** False when nothing is left to do for now, which is seen without a lock: a lock is a write. */
async function migrateNextBatch(work: Work): Promise<boolean> {
  const migration = await findMigration(work.db, work.audience);
  if (!migration) return false;
  if ((await findAddressesAfter(work.db, migration, 1)).length === 0 && !isOver(migration, work.now()))
    return false;
  try {
    return await work.db.transaction((tx) => migrateBatch(tx, work));
  } catch (error) {
    // Somebody signed up with one of these addresses in the same moment: the next attempt sees that sign-up.
    if (uniqueViolation(error) !== null) return true;
    throw error;
  }
}

async function migrateBatch(tx: Db, { audience, events, size, log, now }: Work): Promise<boolean> {
  const migration = await lockMigration(tx, audience);
  if (!migration) return false;
  const rows = await findAddressesAfter(tx, migration, size);
  const last = rows.at(-1);
  if (!last) {
    if (isOver(migration, now())) await deleteMigration(tx, audience);
    return false;
  }
  const changes = addressesToChange(rows);
  if (changes.length > 0) {
    const duplicates = await settleAddresses(tx, { audience, changes, events });
    log.info("addresses of sign-ups brought into one form", { audience, count: changes.length, duplicates });
  }
  await saveMigrationProgress(tx, audience, last);
  return true;
}

const isOver = ({ requestedAt }: AddressMigration, now: Date) =>
  now.getTime() - requestedAt.getTime() > rollingUpdateMs;

async function settleAddresses(
  tx: Db,
  { audience, changes, events }: { audience: Audience; changes: NewAddress[]; events: SignupEvents },
) {
  const holders = await lockHolders(tx, audience, changes);
  const duplicates = duplicatesAmong(holders);
  if (duplicates.length > 0) await markDuplicates(tx, audience, duplicates);
  await updateAddresses(tx, audience, changes);
  if (duplicates.length > 0) {
    const ids = new Set(duplicates.map(({ id }) => id));
    await events.emit(tx, "duplicated", { audience, signups: holders.filter(({ id }) => ids.has(id)) });
  }
  return duplicates;
}
