import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findMigrationsFolder } from "#server/lib/database/migrations.ts";

type Journal = { entries: { idx: number; tag: string }[] };

/** The migrations without the newest ones, in a separate folder, as an older release had them. */
export function olderMigrations(folder: string, without: number): string {
  cpSync(findMigrationsFolder(), folder, { recursive: true });
  const file = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as Journal;
  const left = journal.entries.slice(0, -without);
  for (const { tag } of journal.entries.slice(-without)) rmSync(join(folder, `${tag}.sql`));
  writeFileSync(file, JSON.stringify({ ...journal, entries: left }));
  return folder;
}
