import { expect, test } from "vitest";
import { OperatorError } from "#server/lib/operator-error.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";
import { applyMigrations } from "./migrations.ts";

test("a database that a newer build has changed is left alone, with one clear line", async () => {
  const database = await createTestDatabase();
  try {
    await applyMigrations(database.connection); // up to date: nothing to do
    await database.pool.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)",
    );
    const failure = await applyMigrations(database.connection).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OperatorError);
    expect(String(failure)).toMatch(
      /newer version of Tenue \(of 2100-01-01 or later\): start that version[^\n]+$/,
    );
  } finally {
    await database.close();
  }
});
