/** One instance that sends what waits, and says how much memory it holds. */
import { compose } from "#server/compose.ts";
import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { mailConfig } from "./mail-bed.ts";

const databaseUrl = process.env.BENCH_APP_DATABASE_URL;
const database = await openDatabase({ databaseUrl, dataDir: "", log: silentLogger });
const { mail } = compose({
  ...{
    db: database.db,
    publicDb: database.publicDb,
    config: { ...mailConfig, databaseUrl },
    log: silentLogger,
  },
  announce: () => {},
});
mail.start();
process.send?.(process.memoryUsage.rss());
const watch = setInterval(() => process.send?.(process.memoryUsage.rss()), 1_000);

process.on("message", async () => {
  clearInterval(watch);
  await mail.stop();
  await database.close();
  process.disconnect?.();
});
