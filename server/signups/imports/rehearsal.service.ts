import { randomUUID } from "node:crypto";
import type { ImportSettings, Rehearsal } from "#contract/imports.schema.ts";
import { importLimits, importMessages } from "#contract/imports.ts";
import { type Question, questionsFor } from "#contract/questionnaire.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { invalid } from "#server/lib/http/errors.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import { answersOf } from "#server/signups/decisions.rules.ts";
import { importChanged, importNotFound, rehearsedAgain } from "./imports.errors.ts";
import { findAddressStates, lockImport, type StoredImport, updateImport } from "./imports.queries.ts";
import { type AskedQuestions, type ImportedPerson, readDate, readRow } from "./imports.rules.ts";
import { findLeavers, walkLines } from "./lines.service.ts";

type ReadDeps = Pick<AppDependencies, "db" | "now"> & { addresses: Addresses; questions: ActiveQuestions };

type Rules = AskedQuestions & { settings: ImportSettings };

/**
 * Reports what an import would do, and stores the mapping of the columns for its start.
 * @throws ApiError 400 for columns that do not exist, 409 when the import was started or a newer rehearsal began
 */
export async function rehearseImport(
  deps: ReadDeps,
  id: string,
  settings: ImportSettings,
): Promise<Rehearsal> {
  const asked = await deps.questions.current();
  const { questions } = asked;
  const begun = randomUUID();
  const stored = await deps.db.transaction(async (tx) => {
    const found = await lockImport(tx, id);
    if (!found) throw importNotFound();
    if (found.status !== "uploaded") throw importChanged();
    ensureSettings(found, settings, { questions, now: deps.now() });
    await updateImport(tx, id, { settings: { ...settings, begun } });
    return found;
  });
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
  for await (const row of classify(deps, stored, { ...asked, settings })) {
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
    if (present.settings?.begun !== begun) throw rehearsedAgain();
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

/** Classifies each line, in order. */
async function* classify(
  { db, addresses, now }: ReadDeps,
  { id, columns }: StoredImport,
  rules: Rules,
): AsyncGenerator<Classified, void> {
  const context = { ...rules, width: columns.length, now: now() };
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
    const states = await findAddressStates(db, rules.settings.audience, people);
    const stateOf = new Map(people.map((row, place) => [row, states[place]]));
    const leavers = await findLeavers(db, addresses, { importId: id, settings: rules.settings, people });
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
