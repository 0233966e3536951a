import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";
import { DurableFilesystem, durableStartParams } from "./durable-filesystem.ts";
import { prepareDatabase, unpackDatabase } from "./prepared-database.ts";

test("the prepared database opens and has no tables of ours: each installation makes its own keys and ids", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tenue-unpacked-"));
  try {
    unpackDatabase(await prepareDatabase(), folder);
    const database = await PGlite.create({
      fs: new DurableFilesystem(folder),
      startParams: durableStartParams,
    });
    const { rows } = await database.query(
      "select relname from pg_class where oid >= 16384 union select datname from pg_database where oid >= 16384",
    );
    expect(rows).toEqual([]);
    await database.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
