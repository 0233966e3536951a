import { readMigrationFiles } from "drizzle-orm/migrator";

export interface Migration {
  /** When it was made, in milliseconds: its place in the order, and what is noted of it. */
  stamp: number;
  hash: string;
  statements: string[];
  /** The one index that a file marked `-- no transaction` makes; null for the others, which run in a transaction. */
  index: { name: string; statement: string } | null;
  /** The statements of a file marked `-- in batches`: each is repeated until it returns no row. Null for the others. */
  batches: string[] | null;
}

const mark = /^\s*--\s*no transaction\b/i;
const batchMark = /^\s*--\s*in batches\b/i;
const indexStatement =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"(?<name>[^"]+)"[^;]*;?$/i;

/**
 * The migrations of a folder, in their order.
 * @throws Error when a file that is marked `-- no transaction` holds anything but one `create index concurrently if not exists`
 */
export function readMigrations(folder: string): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, folderMillis, hash }) => ({
    stamp: folderMillis,
    hash,
    statements: sql,
    index: indexOf(sql),
    batches: batchMark.test(sql[0] ?? "") ? sql : null,
  }));
}

/** Runs beside the work of other instances, after what is in the transaction. */
export function runsBeside({ index, batches }: Migration): boolean {
  return index !== null || batches !== null;
}

function indexOf(statements: string[]): Migration["index"] {
  const [first = "", ...others] = statements;
  if (!mark.test(first)) return null;
  const statement = first.replace(/^[ \t]*--.*$/gm, "").trim();
  const name = indexStatement.exec(statement)?.groups?.name;
  if (name === undefined || others.length > 0)
    throw new Error(`"-- no transaction" is for one "create index concurrently if not exists": ${statement}`);
  return { name, statement };
}

/** The statement for a database without other users: without `concurrently`, so that it runs in the transaction. */
export function plainIndex({ statement }: NonNullable<Migration["index"]>): string {
  return statement.replace(/\bconcurrently\b\s*/i, "");
}
