import { setTimeout as pause } from "node:timers/promises";
import {
  type Import,
  type ImportSettings,
  type ImportSummary,
  type Rehearsal,
  rehearseImportSchema,
} from "#contract/imports.schema.ts";
import { importLimits, importMessages, proposeFields } from "#contract/imports.ts";
import { type Question, questionsFor } from "#contract/questionnaire.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { csvLine, csvStart } from "#server/lib/csv.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid } from "#server/lib/http/errors.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import { answersOf } from "#server/signups/decisions.rules.ts";
import { logFailure } from "#server/signups/export.service.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import { importChanged, importNotFound, importNotRehearsed, undoTooLate } from "./imports.errors.ts";
import {
  deleteExpiredLines,
  deleteImport,
  deleteLines,
  deleteLinesByAddress,
  endExpiredImports,
  findAddressStates,
  findImport,
  findImports,
  findLines,
  findLinesByAddress,
  findOwnLines,
  lockImport,
  type StoredImport,
  updateImport,
} from "./imports.queries.ts";
import { findLeaver, type ImportedPerson, readDate, readRow } from "./imports.rules.ts";

type ReadDeps = Pick<AppDependencies, "db" | "now"> & { addresses: Addresses; questions: ActiveQuestions };

const dayMs = 24 * 60 * 60 * 1_000;
/** Lines that are looked at between two questions to the database. */
const stepSize = 250;
/** A slow reader of a file does not make its steps rest for as long. */
const restMaxMs = 500;
const listedMax = 100;
const deletedAtOnce = 5_000;

/** How long the lines of a file are kept from its upload on, and how long an import can be undone from its end on. */
export const keptUntil = (from: Date) => new Date(from.getTime() + importLimits.keptDays * dayMs);

export async function listImports(db: Db): Promise<ImportSummary[]> {
  return (await findImports(db, listedMax)).map(toSummary);
}

/** With the first cells of each column until it is started. @throws ApiError 404 */
export async function getImport(db: Db, id: string): Promise<Import> {
  const stored = await findImport(db, id);
  if (!stored) throw importNotFound();
  const isMatched = stored.status === "uploaded";
  const first = isMatched ? await findLines(db, { importId: id, after: 1, limit: 50 }) : [];
  const columns = stored.columns.map((name, place) => {
    const cells = new Set(first.map(({ cells }) => cells[place] ?? "").filter((cell) => cell.trim() !== ""));
    return { name, samples: [...cells].slice(0, 3).map((cell) => cell.slice(0, 80)) };
  });
  const proposals = proposeFields(columns);
  return {
    ...toSummary(stored),
    columns: columns.map((column, place) => ({ ...column, proposal: proposals[place] ?? null })),
  };
}

function toSummary(stored: StoredImport): ImportSummary {
  const { id, status, createdBy, total, imported, known, suppressed, invalid, undone } = stored;
  return {
    id,
    status,
    createdBy,
    total,
    imported,
    known,
    suppressed,
    invalid,
    undone,
    audience: stored.settings?.audience ?? null,
    createdAt: stored.createdAt.toISOString(),
    expiresAt: stored.expiresAt.toISOString(),
    finishedAt: stored.finishedAt?.toISOString() ?? null,
    undoUntil: stored.finishedAt && keptUntil(stored.finishedAt).toISOString(),
  };
}

/**
 * Says what an import would do, and keeps what the columns hold for its start.
 * @throws ApiError 400 for columns that do not exist, 409 once it was started
 */
export async function rehearseImport(
  deps: ReadDeps,
  id: string,
  settings: ImportSettings,
): Promise<Rehearsal> {
  const stored = await findImport(deps.db, id);
  if (!stored) throw importNotFound();
  if (stored.status !== "uploaded") throw importChanged();
  const { questions } = await deps.questions.current();
  ensureSettings(stored, settings, { questions, now: deps.now() });
  const result: Rehearsal = {
    new: 0,
    known: 0,
    repeated: 0,
    suppressed: 0,
    invalid: 0,
    consented: 0,
    rows: [],
    problems: [],
  };
  const proofs = new Set<string>();
  for await (const row of classify(deps, stored, { settings, questions })) {
    if (row.outcome === "repeated") result.known += 1;
    result[row.outcome] += 1;
    if (row.outcome === "invalid") {
      const { line, problem } = row;
      if (result.problems.length < importLimits.shownProblems)
        result.problems.push({ line, message: problem });
    }
    if (row.outcome !== "new") continue;
    const { consent } = row.person;
    if (consent) {
      result.consented += 1;
      proofs.add(`${consent.place}\n${consent.words}`);
      if (proofs.size > importLimits.proofsMax)
        throw invalid({ "columns.consentWords": importMessages.proofs });
    }
    if (result.rows.length < importLimits.sampleRows)
      result.rows.push(sampleOf(row.line, row.person, questions));
  }
  await deps.db.transaction(async (tx) => {
    const present = await lockImport(tx, id);
    if (present?.status !== "uploaded") throw importChanged();
    await updateImport(tx, id, { settings });
  });
  return result;
}

function ensureSettings(
  { columns: titles }: StoredImport,
  settings: ImportSettings,
  { questions, now }: { questions: readonly Question[]; now: Date },
): void {
  const { audience, columns, consent } = settings;
  const { answers = {}, ...fields } = columns;
  const isMissing = (place: number | null | undefined) => typeof place === "number" && place >= titles.length;
  const asked = new Set(questionsFor(audience, questions).map(({ id }) => id));
  const problems = new Map<string, string>();
  for (const [field, place] of Object.entries(fields)) {
    if (isMissing(place)) problems.set(`columns.${field}`, importMessages.column);
  }
  for (const [questionId, place] of Object.entries(answers)) {
    if (isMissing(place)) problems.set(`columns.answers.${questionId}`, importMessages.column);
    else if (!asked.has(questionId)) problems.set(`columns.answers.${questionId}`, importMessages.question);
  }
  if (audience === "brand" && typeof fields.website !== "number")
    problems.set("columns.website", importMessages.websiteColumn);
  if (consent) {
    const parts = [
      ["at", consent.at, fields.consentAt],
      ["place", consent.place, fields.consentPlace],
      ["words", consent.words, fields.consentWords],
    ] as const;
    for (const [part, forAll, column] of parts) {
      if (!forAll && typeof column !== "number") problems.set(`consent.${part}`, importMessages.proof);
    }
    const givenAt = consent.at ? readDate(consent.at) : null;
    if (givenAt && givenAt > now) problems.set("consent.at", importMessages.date);
  }
  if (problems.size > 0) throw invalid(Object.fromEntries(problems));
}

type Classified = { line: number; cells: string[] } & (
  | { outcome: "new" | "known" | "repeated" | "suppressed"; person: ImportedPerson }
  | { outcome: "invalid"; problem: string }
);

type Rules = { settings: ImportSettings; questions: readonly Question[] };

/** The lines of a file in their order, by steps; after each it rests, so that the requests of others are not slowed down. */
async function* walkLines(
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

/** What would become of each line, in their order. */
async function* classify(
  { db, addresses, now }: ReadDeps,
  { id, columns }: StoredImport,
  { settings, questions }: Rules,
): AsyncGenerator<Classified, void> {
  const context = { settings, questions, width: columns.length, now: now() };
  const seen = new Set<string>();
  for await (const lines of walkLines(db, id)) {
    const read = await Promise.all(
      lines.map(async (line) => {
        const row = readRow(line.cells, context);
        if ("problem" in row) return { ...line, outcome: "invalid" as const, problem: row.problem };
        return { ...line, person: row, email: row.email, emailHash: await addresses.hash(row.email) };
      }),
    );
    const people = read.filter((row) => "person" in row);
    const states = await findAddressStates(db, settings.audience, people);
    const stateOf = new Map(people.map((row, place) => [row, states[place]]));
    const leavers = await findLeavers(db, addresses, { importId: id, settings, people });
    for (const row of read) {
      if (!("person" in row)) {
        yield row;
        continue;
      }
      const { line, cells, person, emailHash } = row;
      const { isStopped = false, isKnown = false } = stateOf.get(row) ?? {};
      const isRepeated = seen.has(emailHash);
      seen.add(emailHash);
      const isSuppressed = leavers.has(emailHash) || isStopped;
      const outcome = isSuppressed ? "suppressed" : isRepeated ? "repeated" : isKnown ? "known" : "new";
      yield { line, cells, person, outcome };
    }
  }
}

/**
 * Which of these people have left the tool that the file comes from, as any of its lines says: a list may have a person twice.
 * @returns the hashes of their addresses
 */
export async function findLeavers(
  db: Db,
  addresses: Addresses,
  {
    importId,
    settings,
    people,
  }: Pick<Rules, "settings"> & { importId: string; people: readonly { emailHash: string }[] },
): Promise<Set<string>> {
  if (typeof settings.columns.left !== "number") return new Set();
  const emailHashes = [...new Set(people.map(({ emailHash }) => emailHash))];
  const lines = await findLinesByAddress(db, { importId, emailHashes });
  const emails = lines.flatMap((cells) => findLeaver(cells, settings) ?? []);
  return new Set(await Promise.all(emails.map((email) => addresses.hash(email))));
}

function sampleOf(
  line: number,
  person: ImportedPerson,
  questions: readonly Question[],
): Rehearsal["rows"][number] {
  const { email, firstname, name, website, consent, responses } = person;
  const answers = answersOf(responses, questions).map(({ question, value }) => ({
    question: question ?? "",
    answer: [value].flat().join(", "),
  }));
  return { line, email, firstname, name, website, answers, consentedAt: consent?.at.toISOString() ?? null };
}

type ActDeps = Pick<AppDependencies, "db" | "now">;
type Act = { id: string; actor: string };

/** Begins an import that was rehearsed, or goes on with a paused one. */
export async function startImport({ db, now }: ActDeps, { id, actor }: Act): Promise<Import> {
  await db.transaction(async (tx) => {
    const stored = await lockImport(tx, id);
    if (!stored) throw importNotFound();
    if (stored.status === "running") return;
    if (!stored.settings) throw importNotRehearsed();
    if (stored.status !== "uploaded" && stored.status !== "paused") throw importChanged();
    if (stored.expiresAt < now()) throw importNotFound();
    await updateImport(tx, id, { status: "running" });
    const details = { audience: stored.settings.audience, total: stored.total };
    await recordEntry(tx, { actor, action: "import.started", subject: id, details });
  });
  return getImport(db, id);
}

/** After the step that is under way. */
export async function pauseImport({ db }: ActDeps, { id, actor }: Act): Promise<Import> {
  await db.transaction(async (tx) => {
    const stored = await lockImport(tx, id);
    if (!stored) throw importNotFound();
    if (stored.status === "paused") return;
    if (stored.status !== "running") throw importChanged();
    await updateImport(tx, id, { status: "paused" });
    await recordEntry(tx, {
      actor,
      action: "import.paused",
      subject: id,
      details: { count: stored.imported },
    });
  });
  return getImport(db, id);
}

/** Deletes the sign-ups of an import, except those that were decided, confirmed or invited since. */
export async function undoImport({ db, now }: ActDeps, { id, actor }: Act): Promise<Import> {
  await db.transaction(async (tx) => {
    const stored = await lockImport(tx, id);
    if (!stored) throw importNotFound();
    if (stored.status === "undoing" || stored.status === "undone") return;
    if (stored.status === "uploaded") throw importChanged();
    if (stored.finishedAt && keptUntil(stored.finishedAt) < now()) throw undoTooLate();
    await updateImport(tx, id, { status: "undoing" });
    await recordEntry(tx, {
      actor,
      action: "import.undo_started",
      subject: id,
      details: { count: stored.imported },
    });
  });
  return getImport(db, id);
}

/** Deletes a file that was not imported. */
export async function discardImport({ db }: ActDeps, { id, actor }: Act): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockImport(tx, id);
    if (!stored) throw importNotFound();
    if (stored.status !== "uploaded") throw importChanged();
    // Hidden, as a file that is not whole: it cannot be started while its lines are deleted.
    await updateImport(tx, id, { status: "uploading" });
    await recordEntry(tx, {
      actor,
      action: "import.discarded",
      subject: id,
      details: { total: stored.total },
    });
  });
  await deleteFile(db, id);
}

/** Line by line in batches: one statement for a whole file would take longer than a statement may. */
export async function deleteFile(db: Db, id: string): Promise<void> {
  let count = deletedAtOnce;
  while (count === deletedAtOnce) count = await deleteLines(db, { importId: id, limit: deletedAtOnce });
  await deleteImport(db, id);
}

/** The invalid lines as a CSV file, each after its number and what is wrong with it. @throws ApiError 409 before the rehearsal */
export async function exportInvalidLines(
  { db, log, now, questions }: Pick<AppDependencies, "db" | "log" | "now"> & { questions: ActiveQuestions },
  { id, actor }: Act,
): Promise<AsyncGenerator<string, void>> {
  const stored = await findImport(db, id);
  if (!stored) throw importNotFound();
  if (!stored.settings) throw importNotRehearsed();
  await recordEntry(db, { actor, action: "import.lines_exported", subject: id });
  const context = {
    settings: rehearseImportSchema.parse(stored.settings),
    questions: (await questions.current()).questions,
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

/** The lines of files that name a person and no other, as long as they are kept: a cell of a shared line may be about the other person. */
export async function findImportedLines(db: Db, emailHash: string) {
  return (await findOwnLines(db, emailHash)).map(({ importedAt, titles, cells }) => ({
    importedAt,
    cells: cells.map((cell, place) => ({ column: titles[place] ?? "", cell })),
  }));
}

export const importHandlers: SignupHandlers = {
  // Where a sign-up's time ended, or an import was undone, the lines of other files keep theirs.
  async erased(tx, { emailHashes, asked }) {
    if (asked) await deleteLinesByAddress(tx, emailHashes);
  },
};

/** Bounds a round of the upkeep; the next round continues. */
const deletionsPerRound = 40;

/** Deletes the lines of imports whose time is over. */
export async function deleteExpiredImports({ db, now }: ActDeps): Promise<void> {
  for (let step = 0; step < deletionsPerRound; step += 1) {
    const count = await deleteExpiredLines(db, { now: now(), limit: deletedAtOnce });
    if (count < deletedAtOnce) return endExpiredImports(db, now());
  }
}
