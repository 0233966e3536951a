import type pg from "pg";

const minutes = 60_000;

/**
 * Recounts everything in one statement. The triggers recorded each demo sign-up in the ledger. After a million sign-ups, the
 * server's upkeep would need several minutes to add these records to the totals in small steps.
 */
export async function settleLedger(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    // The lock makes sign-ups wait, because the truncation of the records must not drop a new, uncounted one.
    await client.query("lock table public.beta_signups, public.brand_signups in share mode");
    await client.query("truncate public.signup_count_changes");
    const rebuild = { text: "select public.rebuild_counts()", query_timeout: 30 * minutes };
    await client.query(rebuild);
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
