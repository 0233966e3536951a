/** Reads and deletes the lines of imported files. */
import { setTimeout as pause } from "node:timers/promises";
import { type ImportSettings, rehearseImportSchema } from "#contract/imports.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { csvLine, csvStart } from "#server/lib/csv.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import { logFailure } from "#server/signups/export.service.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import { importNotFound, importNotRehearsed } from "./imports.errors.ts";
import {
  deleteExpiredLines,
  deleteImport,
  deleteLines,
  deleteLinesByAddress,
  deleteUnstartedImports,
  endExpiredImports,
  findImport,
  findLines,
  findLinesByAddress,
  findNamingLines,
  type StoredImport,
} from "./imports.queries.ts";
import { findLeaver, likeliestEmailsIn, readRow } from "./imports.rules.ts";

/** Number of lines that a query reads. */
const stepSize = 250;
/** Limits the pause after a step, because a slow reader makes the step itself long. */
const restMaxMs = 500;
const deletedAtOnce = 5_000;

/** Yields the lines of a file in order, step by step. It pauses after each step, so that other requests are not slowed down. */
export async function* walkLines(
  db: Db,
  importId: string,
): AsyncGenerator<{ line: number; cells: string[] }[], void> {
  let after = 0;
  for (;;) {
    const begin = performance.now();
    const lines = await findLines(db, { importId, after, limit: stepSize });
    const last = lines.at(-1);
    if (!last) return;
    yield lines;
    await pause(Math.min(performance.now() - begin, restMaxMs));
    after = last.line;
  }
}

/**
 * Finds the people who unsubscribed in the tool that the file comes from. One such line is enough, because a file may name a person twice.
 * @returns the hashes of their addresses
 */
export async function findLeavers(
  db: Db,
  addresses: Addresses,
  {
    importId,
    settings,
    people,
  }: { importId: string; settings: ImportSettings; people: readonly { emailHash: string }[] },
): Promise<Set<string>> {
  if (typeof settings.columns.left !== "number") return new Set();
  const emailHashes = [...new Set(people.map(({ emailHash }) => emailHash))];
  const lines = await findLinesByAddress(db, { importId, emailHashes });
  const emails = lines.flatMap((cells) => findLeaver(cells, settings) ?? []);
  return new Set(await Promise.all(emails.map((email) => addresses.hash(email))));
}

/** Deletes in batches, because one statement for a whole file would exceed the statement timeout. */
export async function deleteFile(db: Db, id: string): Promise<void> {
  let count = deletedAtOnce;
  while (count === deletedAtOnce) count = await deleteLines(db, { importId: id, limit: deletedAtOnce });
  await deleteImport(db, id);
}

/** The invalid lines as a CSV file, each with its number and its problem. @throws ApiError 409 before the rehearsal */
export async function exportInvalidLines(
  { db, log, now, questions }: Pick<AppDependencies, "db" | "log" | "now"> & { questions: ActiveQuestions },
  { id, actor }: { id: string; actor: string },
): Promise<AsyncGenerator<string, void>> {
  const stored = await findImport(db, id);
  if (!stored) throw importNotFound();
  if (!stored.settings || stored.settings.begun) throw importNotRehearsed();
  await recordEntry(db, { actor, action: "import.lines_exported", subject: id });
  const context = {
    ...(await questions.current()),
    settings: rehearseImportSchema.parse(stored.settings),
    width: stored.columns.length,
    now: now(),
  };
  return logFailure(log, invalidLines(db, stored, context));
}

async function* invalidLines(
  db: Db,
  { id, columns }: StoredImport,
  context: Parameters<typeof readRow>[1],
): AsyncGenerator<string, void> {
  yield csvStart + csvLine(["Ligne", "Problème", ...columns]);
  for await (const lines of walkLines(db, id)) {
    for (const { line, cells } of lines) {
      const row = readRow(cells, context);
      if ("problem" in row) yield csvLine([line, row.problem, ...cells]);
    }
  }
}

/**
 * The kept lines that name this person and no other. A line that names two people is left out, because its cells may be about the other
 * one.
 */
export async function findImportedLines(
  { db, addresses }: Pick<AppDependencies, "db"> & { addresses: Addresses },
  emailHash: string,
) {
  const lines = await findNamingLines(db, emailHash);
  const hashes = await Promise.all(
    lines.map(({ cells }) => Promise.all(likeliestEmailsIn(cells).map(addresses.hash))),
  );
  return lines
    .filter((_, place) => hashes[place]?.every((hash) => hash === emailHash))
    .map(({ importedAt, titles, cells }) => ({
      importedAt,
      cells: cells.map((cell, place) => ({ column: titles[place] ?? "", cell })),
    }));
}

/** Deletes files whose import was not started: a backup holds no lines. @param tx the transaction of the restore */
export async function forgetUnstartedImports(tx: Db): Promise<void> {
  await deleteUnstartedImports(tx);
}

export const importHandlers: SignupHandlers = {
  // Lines of other files are kept when a retention period ended or an import was undone.
  async erased(tx, { emailHashes, asked }) {
    if (asked) await deleteLinesByAddress(tx, emailHashes);
  },
};

/** Limits one round of the upkeep; the next round continues. */
const deletionsPerRound = 40;

/** Deletes the lines of imports whose retention period is over. */
export async function deleteExpiredImportLines({
  db,
  now,
}: Pick<AppDependencies, "db" | "now">): Promise<void> {
  for (let step = 0; step < deletionsPerRound; step += 1) {
    const count = await deleteExpiredLines(db, { now: now(), limit: deletedAtOnce });
    if (count < deletedAtOnce) return endExpiredImports(db, now());
  }
}
