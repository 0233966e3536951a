import type pg from "pg";

const minutes = 60_000;

/**
 * Recounts everything in one statement. The triggers noted each demo sign-up in the ledger; folding those notes bit by bit,
 * as the server's upkeep does, would take it several minutes after a million of them.
 */
export async function settleLedger(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    // Sign-ups wait: a note must not be dropped together with those that are counted here.
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
