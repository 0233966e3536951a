import { newestKnownMigration } from "#server/lib/database/migrations.ts";
import type { ServerProcess } from "#test/support/server-process.ts";
import type { Visitors } from "./visitors.ts";

/** A direct connection to the database. It works until the process that created the database is removed. */
type Database = Pick<ServerProcess, "sql">;

/** Checks that each person who got 201 is stored once with their answer, and that no other person is stored. */
export async function storedFaults({ confirmed }: Visitors, { sql }: Database): Promise<string[]> {
  const stored = await sql<{ id: string; email: string; answered: boolean }>(
    "select id, email, responses <> '{}' as answered from beta_signups",
  );
  const ids = new Map(stored.map(({ id, email }) => [email, id]));
  const lost = [...confirmed].filter(([email, id]) => ids.get(email) !== id).length;
  const found = [];
  if (lost > 0) found.push(`${lost} of ${confirmed.size} sign-ups that were answered 201 are lost`);
  if (stored.length !== confirmed.size)
    found.push(`${stored.length} sign-ups are stored, ${confirmed.size} were answered 201`);
  const mute = stored.filter(({ answered }) => !answered).length;
  if (mute > 0) found.push(`${mute} sign-ups without their answer to the questionnaire`);
  return found;
}

export async function newestMigration({ sql }: Database): Promise<number> {
  const rows = await sql<{ newest: string }>(
    "select max(created_at) as newest from drizzle.__drizzle_migrations",
  );
  return Number(rows[0]?.newest);
}

export function migrationFaults(before: number, after: number): string[] {
  if (after !== newestKnownMigration()) return ["the present version did not migrate the database"];
  return before <= after ? [] : ["the previous version knows newer migrations than the present one"];
}

export function logFaults({ output }: ServerProcess): string[] {
  return output().match(/^.*"level":"error".*$/gm) ?? [];
}
