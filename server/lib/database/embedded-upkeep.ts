import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "./database.ts";
import { onlyRow, rows } from "./sql.ts";

const megabyte = 1024 * 1024;

/**
 * Thresholds in bytes written and seconds passed. Only the growth of the write-ahead log is measured, because the embedded database
 * does not count the changes of a table.
 */
const due = {
  checkpoint: { bytes: 32 * megabyte, seconds: 300, leastBytes: megabyte },
  vacuum: { bytes: 256 * megabyte, seconds: 24 * 60 * 60 },
};

const logSchema = z.object({ position: z.string(), sinceCheckpoint: z.number(), age: z.number() });

/**
 * Replaces PostgreSQL's background processes, which the embedded database does not have. Checkpoints keep crash recovery short, vacuum
 * frees the space of old rows, and analyze updates the planner's statistics.
 * @returns a function that runs the due work, one table at a time, so that other statements can run in between
 */
export function createEmbeddedUpkeep(db: Db, now: () => Date): () => Promise<void> {
  let vacuumed: { position: string; at: Date } | null = null;

  async function isVacuumDue(position: string): Promise<boolean> {
    if (vacuumed === null || now().getTime() - vacuumed.at.getTime() > due.vacuum.seconds * 1_000)
      return true;
    const { bytes } = await onlyRow(
      db,
      z.object({ bytes: z.number() }),
      sql`select pg_wal_lsn_diff(${position}::pg_lsn, ${vacuumed.position}::pg_lsn)::float8 as bytes`,
    );
    return bytes > due.vacuum.bytes;
  }

  return async () => {
    const log = await readLog(db);
    if (await isVacuumDue(log.position)) {
      await vacuumAll(db);
      vacuumed = { position: log.position, at: now() };
    }
    if (isCheckpointDue(await readLog(db))) await db.execute(sql`checkpoint`);
  };
}

function isCheckpointDue({ sinceCheckpoint, age }: z.infer<typeof logSchema>): boolean {
  const { bytes, seconds, leastBytes } = due.checkpoint;
  return sinceCheckpoint > bytes || (sinceCheckpoint > leastBytes && age > seconds);
}

function readLog(db: Db) {
  return onlyRow(
    db,
    logSchema,
    sql`select pg_current_wal_insert_lsn()::text as position,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as "sinceCheckpoint",
      extract(epoch from now() - checkpoint_time)::float8 as age from pg_control_checkpoint()`,
  );
}

async function vacuumAll(db: Db): Promise<void> {
  const tables = await rows(
    db,
    z.object({ name: z.string() }),
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`);
}
