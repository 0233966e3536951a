import pg from "pg";

/** The number of transactions of a database so far. The query runs in the database `postgres`, so that it is not counted. */
export async function countTransactions(databaseUrl: string): Promise<number> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = $1",
      [name],
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
