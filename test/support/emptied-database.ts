import pg from "pg";

/** The initial rows of a database, restored before the next test file uses it. */
export type Original = {
  /** A fingerprint of all tables, columns, indexes, triggers, functions and settings. */
  schema: string;
  /** Empties every table, restores the rows of the migrations and restarts the sequences, in one transaction. */
  statement: string;
};

const schemaQuery = `
  select md5(string_agg(part, e'\\n' order by part)) as schema from (
    select format('%s %s %s %s', oid, relname, relkind, relnatts) as part from pg_class
      where relnamespace not in (select oid from pg_namespace where nspname ~ '^(pg_|information_schema$)')
    union all select format('%s %s %s', attrelid, attname, atttypmod) from pg_attribute
      where attrelid >= 16384 and attnum > 0
    union all select format('%s %s', oid, md5(prosrc)) from pg_proc where oid >= 16384
    union all select format('%s %s', oid, tgenabled) from pg_trigger
    union all select format('%s %s', oid, nspname) from pg_namespace where nspname !~ '^pg_(temp|toast_temp)'
    union all select format('%s %s', conname, md5(pg_get_constraintdef(oid))) from pg_constraint where oid >= 16384
    union all select setconfig::text from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
      where datname = current_database()
  ) as parts`;

const tablesQuery = `
  select format('%I.%I', nspname, relname) as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname !~ '^(pg_|information_schema$)'
  order by 1`;

export function describeOriginal(connection: pg.ClientConfig): Promise<Original> {
  return withClient(connection, async (client) => {
    const statements = ["begin", "set local session_replication_role = replica"];
    const { rows: tables } = await client.query<{ name: string; columns: string }>(tablesQuery);
    for (const { name, columns } of tables) {
      statements.push(`delete from ${name}`);
      const { rows } = await client.query<{ rows: string | null }>(
        `select json_agg(original)::text as rows from ${name} as original`,
      );
      const kept = rows[0]?.rows;
      if (kept) {
        statements.push(
          `insert into ${name} (${columns}) overriding system value
           select ${columns} from json_populate_recordset(null::${name}, ${client.escapeLiteral(kept)})`,
        );
      }
    }
    statements.push(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
       from pg_sequences where schemaname = 'public'`,
      "commit",
    );
    return { schema: await schemaOf(client), statement: statements.join(";\n") };
  });
}

/** @returns false when a test changed the schema, so that the database cannot be reused */
export function emptyDatabase(connection: pg.ClientConfig, original: Original): Promise<boolean> {
  return withClient(connection, async (client) => {
    if ((await schemaOf(client)) !== original.schema) return false;
    await client.query(original.statement);
    // Thousands of dead rows would make the next test file slow.
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relkind = 'r' and oid >= 16384 and pg_relation_size(oid) > 100000`,
    );
    if (rows.length > 0) await client.query(`vacuum ${rows.map(({ name }) => name).join(", ")}`);
    return true;
  });
}

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(schemaQuery);
  return rows[0]?.schema ?? "";
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
