import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import type { ImportSettings } from "#contract/imports.schema.ts";
import { importRows, imports } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows, textArray } from "#server/lib/database/sql.ts";
import { type StoredSignup, toStored } from "#server/signups/decisions.queries.ts";
import { signupTables } from "#server/signups/signups.queries.ts";

export type StoredImport = typeof imports.$inferSelect;
/** A line of a file, with the hash of each address that it may hold. */
export type ImportLine = { line: number; cells: string[]; emailHashes: string[] };

export async function insertImport(
  db: Db,
  values: { createdBy: string; columns: string[]; expiresAt: Date },
): Promise<string> {
  const [row] = await db.insert(imports).values(values).returning({ id: imports.id });
  if (!row) throw new Error("the import was not inserted");
  return row.id;
}

export async function insertLines(db: Db, importId: string, lines: readonly ImportLine[]): Promise<void> {
  await db.execute(sql`
    insert into ${importRows} (import_id, line, cells, email_hashes)
    select ${importId}::uuid, line, cells::jsonb, string_to_array(hashes, ' ')
    from unnest(
      ${sql.param(lines.map(({ line }) => line))}::int[],
      ${sql.param(lines.map(({ cells }) => JSON.stringify(cells)))}::text[],
      ${sql.param(lines.map(({ emailHashes }) => emailHashes.join(" ")))}::text[]
    ) as given (line, cells, hashes)`);
}

/**
 * Does early what the vacuum would do much later. It sorts the index of hashes for `findLeavers`. It also counts the rows: without the
 * count, each `findLines` would sort the rest of the file.
 */
export async function prepareLines(db: Db): Promise<void> {
  await db.execute(sql`select gin_clean_pending_list('import_rows_addresses'::regclass)`);
  await db.execute(sql`analyze ${importRows}`);
}

/** Lists the newest imports first. */
export async function findImports(db: Db, limit: number): Promise<StoredImport[]> {
  return db
    .select()
    .from(imports)
    .where(ne(imports.status, "uploading"))
    .orderBy(desc(imports.createdAt))
    .limit(limit);
}

export async function findImport(db: Db, id: string): Promise<StoredImport | null> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), ne(imports.status, "uploading")));
  return row ?? null;
}

/** Locks an import until the transaction ends: neither a step nor another administrator changes it meanwhile. */
export async function lockImport(tx: Db, id: string): Promise<StoredImport | null> {
  const [row] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), ne(imports.status, "uploading")))
    .for("update");
  return row ?? null;
}

/** True when any import has work left. */
export async function hasUnfinishedImport(db: Db): Promise<boolean> {
  const { found } = await onlyRow(
    db,
    z.object({ found: z.boolean() }),
    sql`select exists (select from ${imports} where status in ('running', 'undoing')) as found`,
  );
  return found;
}

/** Of an import whose last step succeeded, or that an administrator starts again. */
export const withoutFailure = { failures: 0, retryAt: null, problem: null } as const;

/**
 * Finds and locks the oldest import that has work left. Skips imports that another instance works on, and those that wait for a retry.
 */
export async function lockNextImport(tx: Db, now: Date): Promise<StoredImport | null> {
  const [row] = await tx
    .select()
    .from(imports)
    .where(
      and(
        inArray(imports.status, ["running", "undoing"]),
        or(isNull(imports.retryAt), lte(imports.retryAt, now)),
      ),
    )
    .orderBy(asc(imports.createdAt))
    .limit(1)
    .for("update", { skipLocked: true });
  return row ?? null;
}

export async function updateImport(
  db: Db,
  id: string,
  values: Partial<Omit<StoredImport, "id">>,
): Promise<void> {
  await db.update(imports).set(values).where(eq(imports.id, id));
}

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.delete(imports).where(eq(imports.id, id));
}

/** Finds the lines that follow the line `after`. */
export async function findLines(
  db: Db,
  { importId, after, limit }: { importId: string; after: number; limit: number },
): Promise<{ line: number; cells: string[] }[]> {
  return db
    .select({ line: importRows.line, cells: importRows.cells })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), gt(importRows.line, after)))
    .orderBy(asc(importRows.line))
    .limit(limit);
}

const lineSchema = z.object({ cells: z.array(z.string()) });

/**
 * The lines of a file that name one of these people. Reads them by the index on the hashes of all files: `offset 0` keeps the planner
 * from reading the whole file for each person.
 */
export async function findLinesByAddress(
  db: Db,
  { importId, emailHashes }: { importId: string; emailHashes: string[] },
): Promise<string[][]> {
  const found = await rows(
    db,
    lineSchema,
    sql`
    select line.cells
    from unnest(${textArray(emailHashes)}::text[]) as given (email_hash)
    cross join lateral (
      select import_id, cells from ${importRows} where email_hashes @> array[given.email_hash] offset 0
    ) as line
    where line.import_id = ${importId}::uuid`,
  );
  return found.map(({ cells }) => cells);
}

const knownSchema = z.object({ isKnown: z.boolean(), isStopped: z.boolean() });

/** Tells for each person, in order, if their address is signed up or blocked already. */
export async function findAddressStates(
  db: Db,
  audience: Audience,
  people: readonly { email: string; emailHash: string }[],
): Promise<z.output<typeof knownSchema>[]> {
  return rows(
    db,
    knownSchema,
    sql`
    select exists (select from ${signupTables[audience]} as signup where lower(signup.email) = lower(given.email)) as "isKnown",
      permission.stopped as "isStopped"
    from unnest(
      ${sql.param(people.map(({ email }) => email))}::text[],
      ${sql.param(people.map(({ emailHash }) => emailHash))}::text[]
    ) with ordinality as given (email, email_hash, place)
    cross join lateral mail_permission(given.email_hash, 'campaign', 'news') as permission
    order by given.place`,
  );
}

/** A sign-up made from a line; the same line always gives the same id. */
export type ImportedSignup = {
  id: string;
  firstname: string;
  name: string;
  email: string;
  emailHash: string;
  disposableEmail: boolean;
  website: string | null;
  responses: object;
};

const storedSchema = z.object({ ids: z.array(z.string()), stopped: z.array(z.string()) });

/**
 * Stores the sign-ups of a step, without a message. Blocked addresses are left out, and people who are signed up are not changed. Rows are
 * written in the order of their e-mails, as `insertSignups` does, to avoid deadlocks.
 * @param signups each address at most once
 * @returns the ids that were stored, and the hashes of blocked addresses
 */
export async function insertImportedSignups(
  tx: Db,
  { importId, settings: { audience, status } }: { importId: string; settings: ImportSettings },
  signups: readonly ImportedSignup[],
): Promise<{ ids: Set<string>; stopped: Set<string> }> {
  const column = (read: (signup: ImportedSignup) => string | boolean | null) => sql.param(signups.map(read));
  const website = sql.raw(audience === "brand" ? ", website" : "");
  const { ids, stopped } = await onlyRow(
    tx,
    storedSchema,
    sql`
    with given as materialized (
      select given.*, permission.stopped
      from unnest(
        ${column(({ id }) => id)}::uuid[],
        ${column(({ firstname }) => firstname)}::text[],
        ${column(({ name }) => name)}::text[],
        ${column(({ email }) => email)}::text[],
        ${column(({ emailHash }) => emailHash)}::text[],
        ${column(({ disposableEmail }) => disposableEmail)}::boolean[],
        ${column((signup) => signup.website)}::text[],
        ${column(({ responses }) => JSON.stringify(responses))}::text[]
      ) as given (id, firstname, name, email, email_hash, disposable_email, website, responses)
      cross join lateral mail_permission(given.email_hash, 'campaign', 'news') as permission
    ),
    stored as (
      insert into ${signupTables[audience]}
        (id, firstname, name, email, email_hash, disposable_email, responses, status, import_id, source_id${website})
      select id, firstname, name, email, email_hash, disposable_email, responses::jsonb, ${status}, ${importId}::uuid,
        (select source_id('import', '', ''))${website}
      from given
      where not stopped
      order by lower(email)
      on conflict do nothing
      returning id
    )
    select coalesce((select array_agg(id) from stored), '{}') as ids,
      coalesce((select array_agg(email_hash) from given where stopped), '{}') as stopped`,
  );
  return { ids: new Set(ids), stopped: new Set(stopped) };
}

/** Deletes sign-ups that were not invited, and that neither an administrator nor their owner changed since the import. */
export async function deleteUntouchedSignups(
  tx: Db,
  audience: Audience,
  ids: readonly string[],
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const isUntouched = sql`${table.id} = any(${sql.param(ids)}::uuid[])
    and ${table.decidedAt} is null and ${table.confirmedAt} is null and ${table.activeAt} is null
    and ${table.limitedAt} is null and ${table.objectedAt} is null and ${table.version} = 1
    and invitation_state_of(${table.id}) is null`;
  const next = tx.select({ id: table.id }).from(table).where(isUntouched).orderBy(table.id).for("update");
  const deleted = await tx
    .delete(table)
    .where(and(inArray(table.id, next), isUntouched))
    .returning();
  return deleted.map(toStored);
}

/** The lines that name one of these people. */
export async function deleteLinesByAddress(tx: Db, emailHashes: string[]): Promise<void> {
  await tx.delete(importRows).where(sql`${importRows.emailHashes} && ${textArray(emailHashes)}::text[]`);
}

/** The lines that may name this person, with the titles of their columns. */
export async function findNamingLines(
  db: Db,
  emailHash: string,
): Promise<{ importedAt: Date; titles: string[]; cells: string[] }[]> {
  return db
    .select({ importedAt: imports.createdAt, titles: imports.columns, cells: importRows.cells })
    .from(importRows)
    .innerJoin(imports, eq(imports.id, importRows.importId))
    .where(sql`${importRows.emailHashes} @> ${textArray([emailHash])}::text[]`)
    .orderBy(asc(imports.createdAt), asc(importRows.line));
}

/** Deletes the next lines of one file. @returns how many */
export async function deleteLines(
  db: Db,
  { importId, limit }: { importId: string; limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${importRows} as gone using (
      select line from ${importRows} where import_id = ${importId}::uuid limit ${limit}
    ) as next
    where gone.import_id = ${importId}::uuid and gone.line = next.line`);
  return rowCount ?? 0;
}

/** Deletes lines of files whose retention period is over. @returns how many */
export async function deleteExpiredLines(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${importRows} as gone using (
      select line.import_id, line.line from ${importRows} as line
      join ${imports} as file on file.id = line.import_id
      where file.expires_at < ${now.toISOString()}::timestamptz
      limit ${limit}
    ) as expired
    where gone.import_id = expired.import_id and gone.line = expired.line`);
  return rowCount ?? 0;
}

/** Deletes files that were never imported. */
export async function deleteUnstartedImports(db: Db): Promise<void> {
  await db.delete(imports).where(inArray(imports.status, ["uploading", "uploaded"]));
}

/** Deletes expired files that were never imported, and ends paused imports with the people they have stored. */
export async function endExpiredImports(db: Db, now: Date): Promise<void> {
  await db
    .delete(imports)
    .where(and(lt(imports.expiresAt, now), inArray(imports.status, ["uploading", "uploaded"])));
  await db
    .update(imports)
    .set({ status: "done", finishedAt: now, ...withoutFailure })
    .where(and(lt(imports.expiresAt, now), eq(imports.status, "paused")));
}
