/** A process for crash tests: `node embedded-child.ts DATA_DIR`. Prints each id once its insert is acknowledged. */
import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error("usage: embedded-child.ts DATA_DIR");

const { pool } = await openDatabase({ dataDir, log: silentLogger });
await pool.query("create table if not exists acknowledged (id int primary key)");
for (let id = 1; ; id += 1) {
  await pool.query("insert into acknowledged values ($1)", [id]);
  process.stdout.write(`${id}\n`);
}
