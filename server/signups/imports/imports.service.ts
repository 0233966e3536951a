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
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import { importChanged, importNotFound, importNotRehearsed, undoTooLate } from "./imports.errors.ts";
import {
  deleteExpiredRows,
  deleteImport,
  deleteImportRowsOf,
  endExpired,
  findImport,
  findImportRows,
  findImportRowsOf,
  listImports as findImports,
  findKnown,
  lockImport,
  type StoredImport,
  updateImport,
} from "./imports.queries.ts";
import { type ImportedPerson, readRow } from "./imports.rules.ts";

type ReadDeps = Pick<AppDependencies, "db" | "now"> & { addresses: Addresses; questions: ActiveQuestions };

const dayMs = 24 * 60 * 60 * 1_000;
/** Lines that are looked at between two questions to the database. */
const stepSize = 1_000;
const listedMax = 100;

export const keptUntil = (from: Date) => new Date(from.getTime() + importLimits.keptDays * dayMs);

export async function listImports(db: Db): Promise<ImportSummary[]> {
  return (await findImports(db, listedMax)).map(toSummary);
}

/** With the first cells of each column, as long as the lines are kept. @throws ApiError 404 */
export async function getImport(db: Db, id: string): Promise<Import> {
  const stored = await findImport(db, id);
  if (!stored) throw importNotFound();
  const first = await findImportRows(db, { importId: id, after: 1, limit: 50 });
  const columns = stored.columns.map((name, place) => {
    const cells = first.map(({ cells }) => cells[place] ?? "").filter((cell) => cell.trim() !== "");
    return { name, samples: cells.slice(0, 3).map((cell) => cell.slice(0, 80)) };
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
  const { questions } = await deps.questions.current();
  ensureColumns(stored, settings, questions);
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
  for await (const row of classify(deps, stored, settings)) {
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

function ensureColumns(
  { columns: titles }: StoredImport,
  settings: ImportSettings,
  questions: readonly Question[],
): void {
  const { audience, columns, consent } = settings;
  const { answers = {}, ...fields } = columns;
  const isMissing = (place: number | null | undefined) =>
    place !== null && place !== undefined && place >= titles.length;
  const asked = new Set(questionsFor(audience, questions).map(({ id }) => id));
  const problems = new Map<string, string>();
  for (const [field, place] of Object.entries(fields)) {
    if (isMissing(place)) problems.set(`columns.${field}`, importMessages.column);
  }
  for (const [questionId, place] of Object.entries(answers)) {
    if (isMissing(place)) problems.set(`columns.answers.${questionId}`, importMessages.column);
    else if (!asked.has(questionId)) problems.set(`columns.answers.${questionId}`, importMessages.question);
  }
  if (audience === "brand" && fields.website === undefined)
    problems.set("columns.website", importMessages.websiteColumn);
  if (consent) {
    const parts = [
      ["at", consent.at, fields.consentAt],
      ["place", consent.place, fields.consentPlace],
      ["words", consent.words, fields.consentWords],
    ] as const;
    for (const [part, forAll, column] of parts) {
      if (!forAll && (column === null || column === undefined))
        problems.set(`consent.${part}`, importMessages.proof);
    }
  }
  if (problems.size > 0) throw invalid(Object.fromEntries(problems));
}

type Classified = { line: number; cells: string[] } & (
  | { outcome: "new" | "known" | "repeated" | "suppressed"; person: ImportedPerson }
  | { outcome: "invalid"; problem: string }
);

/** What would become of each line, in their order. */
async function* classify(
  { db, addresses, questions, now }: ReadDeps,
  { id, columns }: StoredImport,
  settings: ImportSettings,
): AsyncGenerator<Classified, void> {
  const context = { settings, width: columns.length, now: now(), ...(await questions.current()) };
  const seen = new Set<string>();
  let after = 0;
  for (;;) {
    const lines = await findImportRows(db, { importId: id, after, limit: stepSize });
    if (lines.length === 0) return;
    const read = await Promise.all(
      lines.map(async (line) => {
        const row = readRow(line.cells, context);
        if ("problem" in row) return { ...line, outcome: "invalid" as const, problem: row.problem };
        return { ...line, person: row, email: row.email, emailHash: await addresses.hash(row.email) };
      }),
    );
    const people = read.filter((row) => "person" in row);
    const states = await findKnown(db, settings.audience, people);
    const stateOf = new Map(people.map((row, place) => [row, states[place]]));
    for (const row of read) {
      if (!("person" in row)) {
        yield row;
        continue;
      }
      const { line, cells, person, emailHash } = row;
      const { isStopped = false, isKnown = false } = stateOf.get(row) ?? {};
      const isRepeated = seen.has(emailHash);
      seen.add(emailHash);
      const isSuppressed = isStopped || person.hasLeft;
      const outcome = isRepeated ? "repeated" : isSuppressed ? "suppressed" : isKnown ? "known" : "new";
      yield { line, cells, person, outcome };
    }
    after = lines.at(-1)?.line ?? after;
  }
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
    await updateImport(tx, id, { status: "running", expiresAt: keptUntil(now()) });
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

/** Takes the sign-ups of an import out again, except those that somebody did something with since. */
export async function undoImport({ db, now }: ActDeps, { id, actor }: Act): Promise<Import> {
  await db.transaction(async (tx) => {
    const stored = await lockImport(tx, id);
    if (!stored) throw importNotFound();
    if (stored.status === "undoing" || stored.status === "undone") return;
    if (stored.status === "uploaded") throw importChanged();
    if (stored.expiresAt < now()) throw undoTooLate();
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
    await deleteImport(tx, id);
    await recordEntry(tx, {
      actor,
      action: "import.discarded",
      subject: id,
      details: { total: stored.total },
    });
  });
}

/** The invalid lines as a CSV file, each after its number and what is wrong with it. @throws ApiError 409 before the rehearsal */
export async function exportInvalidLines(
  deps: ReadDeps,
  { id, actor }: Act,
): Promise<AsyncGenerator<string, void>> {
  const stored = await findImport(deps.db, id);
  if (!stored) throw importNotFound();
  if (!stored.settings) throw importNotRehearsed();
  await recordEntry(deps.db, { actor, action: "import.lines_exported", subject: id });
  return invalidLines(deps, stored, rehearseImportSchema.parse(stored.settings));
}

async function* invalidLines(
  deps: ReadDeps,
  stored: StoredImport,
  settings: ImportSettings,
): AsyncGenerator<string, void> {
  yield csvStart + csvLine(["Ligne", "Problème", ...stored.columns]);
  for await (const row of classify(deps, stored, settings)) {
    if (row.outcome === "invalid") yield csvLine([row.line, row.problem, ...row.cells]);
  }
}

/** The lines of files that name a person, as long as they are kept. */
export const findImportedLines = findImportRowsOf;

export const importHandlers: SignupHandlers = {
  erased: (tx, { emailHashes }) => deleteImportRowsOf(tx, emailHashes),
};

const deletedAtOnce = 5_000;
/** Bounds a round of the upkeep; the next round continues. */
const deletionsPerRound = 40;

/** Deletes the lines of imports whose time is over. */
export async function deleteExpiredImports({ db, now }: ActDeps): Promise<void> {
  for (let step = 0; step < deletionsPerRound; step += 1) {
    const count = await deleteExpiredRows(db, { now: now(), limit: deletedAtOnce });
    if (count < deletedAtOnce) return endExpired(db, now());
  }
}
