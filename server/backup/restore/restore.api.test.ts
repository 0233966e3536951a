import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BackupTable, UnusableBackupError, writeBackup } from "#server/backup/format/backup-format.ts";
import { packBackup, unpackBackup } from "#server/backup/format/package-backup.ts";
import { openBackup } from "#server/backup/format/read-backup.ts";
import { makeBackup } from "#server/backup/make-backup.service.ts";
import { keptTables } from "#server/backup/tables.map.ts";
import {
  migrateWithin,
  newestKnownMigration,
  oldestKnownMigration,
} from "#server/lib/database/migrations.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { dropTenueObjects, findTargetState } from "./restore.queries.ts";
import { type RestoreOptions, refuseMove, restoreBackup, type TargetErasures } from "./restore.service.ts";

/** A test database, with a pool whose application name is not that of a server. */
type Place = { connection: pg.ClientConfig; pool: pg.Pool; close(): Promise<void> };

async function createPlace(): Promise<Place> {
  const { connection, close }: TestDatabase = await createTestDatabase();
  const pool = new pg.Pool({ application_name: "test", ...connection });
  pool.on("error", () => undefined); // the database may stop before its last connection is closed
  return { connection, pool, close: () => pool.end().then(close) };
}

let source: Place;
let target: Place;
beforeAll(async () => {
  [source, target] = await Promise.all([createPlace(), createPlace()]);
  await fill(source.pool);
});
afterAll(() => Promise.all([source.close(), target.close()]));

const hostile = `é 'quote' "double" \\n \t 👗 \u2028 {"a":[1,2]} ${"x".repeat(300_000)}`;

async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into beta_signups (name, firstname, email, responses, created_at)
    select 'Nom ' || n, $1, n || '@exemple.fr', jsonb_build_object('q', 1.10, 't', $1::text, 'n', null),
      now() - n * interval '1 hour' from generate_series(1, 30) n`,
    [hostile],
  );
  await pool.query(
    "update beta_signups set status = 'approved', decided_at = now() where email = '3@exemple.fr'",
  );
  await pool.query(
    "insert into site_images (slot, content_type, content, width, height) values ('logo', 'image/png', $1, 1, 1)",
    [randomBytes(100_000)],
  );
  await pool.query("update email_templates set content = 'Changé', version = version + 1");
  const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  for (const [own, other] of [
    [id(1), null],
    [id(2), id(1)],
  ]) {
    await pool.query(
      `insert into campaigns (id, subject, content, recipient_type, status_filter, status, fingerprint, created_by, resend_of)
      values ($1::uuid, 'Sujet', 'Texte', 'user', 'all', 'completed', $1::text, 'a@exemple.fr', $2::uuid)`,
      [own, other],
    );
  }
  // The update moves the row behind the row that references it.
  await pool.query("update campaigns set subject = 'Plus loin' where id = $1", [id(1)]);
  await pool.query(
    `insert into email_log (recipient_email, subject, content, email_type, campaign_id, variables)
    values ('1@exemple.fr', 'Sujet', $1, 'bulk', $2, '{"a": null}')`,
    [hostile, id(2)],
  );
  for (let entry = 0; entry < 3; entry += 1) {
    await pool.query(
      "insert into journal_entries (actor, action) values ('a@exemple.fr', 'campaign.started')",
    );
  }
  await pool.query(
    "insert into attempt_counts (key, count, window_ends_at) values ('k', 1, now() + interval '1 hour')",
  );
}

/** The rows of a table, in any order. */
async function sums(pool: pg.Pool): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of keptTables) {
    const { rows } = await pool.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from "${name}" t`,
    );
    found[name] = rows[0].sum;
  }
  return found;
}

/** The definitions of indexes (with whether they are in use), constraints and triggers, as SQL statements. */
async function schemaOf(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const { rows: indexes } = await pool.query(
    `select pg_get_indexdef(indexrelid) as definition, indisvalid, indisready, indisunique, indisprimary, indimmediate
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace order by definition`,
  );
  const { rows: constraints } = await pool.query(
    `select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition, convalidated,
      condeferrable, condeferred
    from pg_constraint where connamespace = 'public'::regnamespace order by "table", conname`,
  );
  const { rows: triggers } = await pool.query(
    `select pg_get_triggerdef(oid) as definition, tgenabled from pg_trigger where not tgisinternal order by definition`,
  );
  return { indexes, constraints, triggers };
}

async function connected<Result>(database: Place, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function backupOf(database: Place): Promise<Buffer> {
  const request = { kind: "manual", now: new Date(), authSecret: null, backupKey: undefined } as const;
  let bytes: Buffer = Buffer.alloc(0);
  await connected(database, (client) =>
    makeBackup(client, request, async (packed) => {
      bytes = Buffer.concat(await packed.toArray());
      return bytes.length;
    }),
  );
  return bytes;
}

async function* pieces(bytes: Buffer) {
  yield bytes;
}

const restore = (
  bytes: Buffer,
  { replace = false, complete = async () => {}, ...others }: Partial<RestoreOptions> = {},
) =>
  connected(target, async (client) => {
    const backup = await openBackup(unpackBackup(pieces(bytes), undefined));
    return restoreBackup(client, backup, { replace, complete, ...others });
  });

let bytes: Buffer;
beforeAll(async () => {
  bytes = await backupOf(source);
  await restore(bytes);
});

describe("a restored backup", () => {
  test("a backup is restored row by row, with correct counts, sequences and triggers", async () => {
    expect(await sums(target.pool)).toEqual(await sums(source.pool));
    const { rows: counts } = await target.pool.query(
      "select status, sum(count)::int as count from signup_counts group by status order by status",
    );
    expect(counts).toEqual([
      { status: "approved", count: 1 },
      { status: "pending", count: 29 },
    ]);
    const { rows: left } = await target.pool.query("select count(*)::int as count from attempt_counts");
    expect(left).toEqual([{ count: 0 }]);

    await target.pool.query(
      "insert into journal_entries (actor, action) values ('b@exemple.fr', 'campaign.started')",
    );
    const { rows: ids } = await target.pool.query("select max(id)::int as id from journal_entries");
    expect(ids).toEqual([{ id: 4 }]);
    await target.pool.query("delete from beta_signups where email = '3@exemple.fr'");
    const { rows: changes } = await target.pool.query("select status, delta from signup_count_changes");
    expect(changes).toEqual([{ status: "approved", delta: -1 }]);
  });

  test("a restore makes the schema of a new database, including indexes and constraints", async () => {
    const fresh = await createPlace();
    try {
      expect(await schemaOf(target.pool)).toEqual(await schemaOf(fresh.pool));
    } finally {
      await fresh.close();
    }
  });

  test("a restore leaves existing data alone unless the caller allows its replacement", async () => {
    await expect(restore(bytes)).rejects.toThrow(/not empty: .* add --replace/);
  });

  test("a restore changes nothing when it, or the step after it, fails", async () => {
    await target.pool.query("update beta_signups set name = 'Depuis' where email = '1@exemple.fr'");
    const before = await sums(target.pool);
    await expect(restore(bytes.subarray(0, -10_000), { replace: true })).rejects.toThrow(UnusableBackupError);
    const complete = () => Promise.reject(new Error("no"));
    await expect(restore(bytes, { replace: true, complete })).rejects.toThrow("no");
    expect(await sums(target.pool)).toEqual(before);
  });
});

test("an altered backup with two people at one address is refused, although each row alone is valid", async () => {
  const twins = await createPlace();
  try {
    await twins.pool.query("drop index beta_signups_email_key");
    await twins.pool.query(
      "insert into beta_signups (name, firstname, email) select 'Nom', 'Zoé', 'zoe@exemple.fr' from generate_series(1, 2)",
    );
    const before = await sums(target.pool);
    await expect(restore(await backupOf(twins), { replace: true })).rejects.toThrow(
      /a row of the table beta_signups cannot be stored/,
    );
    expect(await sums(target.pool)).toEqual(before);
  } finally {
    await twins.close();
  }
});

describe("an altered backup is refused in one line, and nothing is written", () => {
  const person = { name: "Nom", firstname: "Zoé", email: "zoe@exemple.fr" };
  const campaign = {
    id: "00000000-0000-4000-8000-000000000001",
    subject: "Sujet",
    content: "Texte",
    status: "completed",
    recipient_type: "user",
    status_filter: "all",
    fingerprint: "a",
    created_by: "a@exemple.fr",
  };
  const entry = { actor: "a@exemple.fr", action: "campaign.started" };

  test.each<[why: string, table: string, rows: object[], sentence: string]>([
    ["an unknown table", "invoices", [{ id: 1 }], "its table invoices is unknown"],
    [
      "an unknown column",
      "beta_signups",
      [{ ...person, shoe_size: 42 }],
      "the column shoe_size of its table beta_signups is unknown",
    ],
    [
      "a value of another type",
      "beta_signups",
      [{ ...person, created_at: "demain" }],
      stored("beta_signups"),
    ],
    ["a null where none may be", "beta_signups", [{ ...person, name: null }], stored("beta_signups")],
    ["two rows of one key", "campaigns", [campaign, campaign], stored("campaigns")],
    [
      "a row that refers to none",
      "campaigns",
      [{ ...campaign, resend_of: "00000000-0000-4000-8000-000000000002" }],
      stored("campaigns"),
    ],
    [
      "a text that no index holds",
      "suppressions",
      [{ email_hash: randomBytes(8_000).toString("hex"), scope: "all", reason: "manual", source: "a" }],
      stored("suppressions"),
    ],
    [
      "a number after which there is none",
      "journal_entries",
      [{ ...entry, id: "9223372036854775807" }],
      "its rows cannot be stored",
    ],
  ])("an altered backup is refused in one line for %s", async (_why, name, rows, sentence) => {
    const before = await sums(target.pool);
    const table = { name, columns: Object.keys(rows[0] ?? {}), rows };
    await expect(restore(await backupWith(table), { replace: true })).rejects.toEqual(
      new UnusableBackupError(`The backup is damaged (${sentence}): use another one.`),
    );
    expect(await sums(target.pool)).toEqual(before);
  });
});

function stored(table: string): string {
  return `a row of the table ${table} cannot be stored`;
}

/** Makes an altered backup with correct checksums, as an attacker could. */
async function backupWith({ rows, ...table }: BackupTable & { rows: object[] }): Promise<Buffer> {
  const { header } = await openBackup(unpackBackup(pieces(bytes), undefined));
  const lines = Readable.from([rows.map((row) => JSON.stringify(row))]);
  const packed = await packBackup(writeBackup(header, Readable.from([{ ...table, rows: lines }])), undefined);
  return Buffer.concat(await packed.toArray());
}

describe("the erasure log of the target", () => {
  const given: (string[] | null)[] = [];
  const hashesOf = (erasures: TargetErasures) => erasures?.map(({ emailHash }) => emailHash) ?? null;
  const ensure = (erasures: TargetErasures) => void given.push(hashesOf(erasures));
  const complete = async (_tx: unknown, erasures: TargetErasures) => void given.push(hashesOf(erasures));

  test("a restore passes the target's erasure log to both callbacks only for a backup of the same installation", async () => {
    await target.pool.query("insert into erasure_log (kind, email_hash) values ('erased', 'since')");
    await restore(bytes, { replace: true, ensure, complete });
    expect(given.splice(0)).toEqual([["since"], ["since"]]);
    await target.pool.query("update installation set key = gen_random_uuid()");
    await restore(bytes, { replace: true, ensure, complete });
    expect(given.splice(0)).toEqual([null, null]);
  });

  test("a restore without the erasure log is refused", async () => {
    const before = await sums(target.pool);
    const refuse = () => {
      throw new Error("no log");
    };
    await expect(restore(bytes, { replace: true, ensure: refuse })).rejects.toThrow("no log");
    expect(await sums(target.pool)).toEqual(before);
  });
});

describe("a target is refused", () => {
  test("a target with a running campaign is replaced, because a release that crashes lets no one pause it", async () => {
    await target.pool.query("update campaigns set status = 'running' where subject = 'Sujet'");
    await expect(restore(bytes)).rejects.toThrow(/add --replace/);
    await restore(bytes, { replace: true });
    expect(await sums(target.pool)).toEqual(await sums(source.pool));
  });

  test("a move is refused while a campaign runs in its source", async () => {
    await source.pool.query("update campaigns set status = 'running' where subject = 'Sujet'");
    const refusal = await connected(source, (from) => connected(target, (to) => refuseMove(from, to)));
    expect(refusal?.message).toMatch(/campaign is running/);
    await source.pool.query("update campaigns set status = 'completed'");
  });

  test.each(["running", "paused"])(
    "a move is refused while an import is %s in its source",
    async (status) => {
      await source.pool.query(
        "insert into imports (status, created_by, columns, expires_at) values ($1, 'a@exemple.fr', '[]', now() + interval '7 days')",
        [status],
      );
      const refusal = await connected(source, (from) => connected(target, (to) => refuseMove(from, to)));
      expect(refusal?.message).toMatch(/import has lines left/);
      await source.pool.query("delete from imports");
    },
  );

  test.each([
    ["table", "table invoices (id int)", "table invoices"],
    ["view", "view invoices as select name from beta_signups", "view invoices"],
    ["materialized view", "materialized view invoices as select 1 as id", "materialized view invoices"],
    ["function", "function invoices() returns int language sql as 'select 1'", "function invoices()"],
  ])("a target with a foreign %s is refused, and stays as it is", async (_kind, made, dropped) => {
    await target.pool.query(`create ${made}`);
    await expect(restore(bytes, { replace: true })).rejects.toThrow(/not Tenue's \(invoices\)/);
    await target.pool.query(`drop ${dropped}`);
  });

  test("a target that a newer version made with unknown objects is refused", async () => {
    const future = [newestKnownMigration() + 1];
    await target.pool.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('new', $1)",
      future,
    );
    await target.pool.query("create table invoices (id int)");
    await expect(restore(bytes, { replace: true })).rejects.toThrow(/newer version of Tenue.*\(invoices\)/);
    await target.pool.query("drop table invoices");
    await target.pool.query("delete from drizzle.__drizzle_migrations where hash = 'new'");
  });

  test.runIf(process.env.TEST_DATABASE_URL)(
    "a target is refused while a server is connected to it",
    async () => {
      const server = new pg.Client({ ...target.connection, application_name: "tenue" });
      await server.connect();
      await expect(restore(bytes, { replace: true })).rejects.toThrow(/server is running/);
      await server.end();
    },
  );

  test.runIf(process.env.TEST_DATABASE_URL)(
    "not for a session at rest that a pooler kept of a server, unless it holds something",
    async () => {
      const kept = new pg.Client({ ...target.connection, application_name: "tenue" });
      await kept.connect();
      const isServed = (rest?: number) =>
        connected(target, async (client) => (await findTargetState(client, rest)).isServed);
      await kept.query("select 1");
      expect([await isServed(), await isServed(0)]).toEqual([true, false]);
      await kept.query("begin");
      expect(await isServed(0)).toBe(true);
      await kept.end();
    },
  );

  test("a backup from a newer version is refused", async () => {
    await source.pool.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('new', $1)",
      [newestKnownMigration() + 1],
    );
    const future = await backupOf(source);
    await source.pool.query("delete from drizzle.__drizzle_migrations where hash = 'new'");
    await expect(restore(future, { replace: true })).rejects.toThrow(
      /schema that this version does not know/,
    );
  });
});

test("a backup from before 0.2.0 is refused, with the version that can restore it", async () => {
  const older = await createPlace();
  try {
    await older.pool.query("update drizzle.__drizzle_migrations set created_at = created_at - $1", [
      newestKnownMigration() - oldestKnownMigration() + 1,
    ]);
    await expect(restore(await backupOf(older), { replace: true })).rejects.toThrow(
      /schema from before 0\.2\.0: restore it with version 0\.2\.0/,
    );
  } finally {
    await older.close();
  }
});

test("an older backup is restored into its own schema and migrated", async () => {
  const old = await createPlace();
  try {
    await connected(old, async (client) => {
      await client.query("begin");
      await dropTenueObjects(client);
      await migrateWithin(client, { upTo: oldestKnownMigration() });
      await client.query(
        "insert into beta_signups (name, firstname, email) values ('Nom', 'Zoé', 'zoe@exemple.fr')",
      );
      await client.query("commit");
    });
    await restore(await backupOf(old), { replace: true });
    const { rows } = await target.pool.query(
      "select firstname, email_hash = address_hash(email) as hashed, sample from beta_signups",
    );
    expect(rows).toEqual([{ firstname: "Zoé", hashed: true, sample: false }]);
  } finally {
    await old.close();
  }
});
