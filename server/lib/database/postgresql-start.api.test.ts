import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { silentLogger } from "#server/lib/logger.ts";
import { databaseAddress, withServer } from "#test/support/test-run.ts";
import { openDatabase } from "./database.ts";

const serverUrl = process.env.TEST_DATABASE_URL ?? "";

test.runIf(serverUrl !== "")(
  "ten instances that start together migrate an empty database once, and compile no statements",
  async () => {
    const name = `tenue_test_${Date.now()}_${randomBytes(4).toString("hex")}_start`;
    await withServer(serverUrl, (client) => client.query(`create database "${name}"`));
    try {
      const databaseUrl = databaseAddress(serverUrl, name);
      const instances = await Promise.all(
        Array.from({ length: 10 }, () =>
          openDatabase({ databaseUrl, dataDir: "unused", poolSize: 2, log: silentLogger }),
        ),
      );
      const [first] = instances;
      const applied = await first?.pool.query(
        "select count(*)::int as rows, count(distinct hash)::int as migrations from drizzle.__drizzle_migrations",
      );
      expect(applied?.rows[0].rows).toBeGreaterThan(0);
      expect(applied?.rows[0].rows).toBe(applied?.rows[0].migrations);
      for (const pool of [first?.db, first?.publicDb]) {
        const settings = await pool?.execute(
          "select name, setting from pg_settings where name in ('jit', 'statement_timeout') order by name",
        );
        expect(settings?.rows.map(({ setting }) => setting)).toEqual([
          "off",
          pool === first?.db ? "30000" : "10000",
        ]);
      }
      await Promise.all(instances.map((instance) => instance.close()));
    } finally {
      await withServer(serverUrl, (client) => client.query(`drop database "${name}" with (force)`));
    }
  },
);
