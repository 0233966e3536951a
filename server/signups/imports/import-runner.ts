import { setTimeout as pause } from "node:timers/promises";
import type { Audience } from "#contract/audience.ts";
import { rehearseImportSchema } from "#contract/imports.schema.ts";
import { importMessages } from "#contract/imports.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { importConsents } from "#server/privacy/consents.service.ts";
import { type ActiveQuestions, lockRevision } from "#server/questionnaire/active-questions.service.ts";
import { emitDeleted } from "#server/signups/retention.service.ts";
import type { SignupEvents } from "#server/signups/signup-events.ts";
import { signupId } from "#server/signups/signups.rules.ts";
import {
  deleteUntouchedSignups,
  findLines,
  hasUnfinishedImport,
  type ImportedSignup,
  insertImportedSignups,
  lockNextImport,
  type StoredImport,
  updateImport,
  withoutFailure,
} from "./imports.queries.ts";
import { type Proof, readRow } from "./imports.rules.ts";
import { findLeavers } from "./lines.service.ts";

export type RunnerDeps = Pick<AppDependencies, "db" | "log" | "now"> & {
  addresses: Addresses;
  questions: ActiveQuestions;
  events: SignupEvents;
};

/** Lines per transaction. Small, because on the embedded database every sign-up waits for a running transaction. */
const stepSize = 250;

/** A step that fails this often in a row pauses its import. */
const failuresMax = 5;
const retryMs = 60_000;

export type ImportRunner = ReturnType<typeof createImportRunner>;

/** Imports step by step in the background. The upkeep wakes it too, so that another instance or the next start continues after a kill. */
export function createImportRunner(deps: RunnerDeps) {
  let running: Promise<void> | null = null;
  let isAwaited = false;
  let isStopped = false;

  async function run(): Promise<void> {
    while (isAwaited && !isStopped) {
      isAwaited = false;
      for (
        let begin = performance.now();
        !isStopped && (await runImportStep(deps));
        begin = performance.now()
      ) {
        // Leaves half of the time to other requests.
        await pause(performance.now() - begin);
      }
    }
  }
  return {
    /** Starts to look for work, and returns without waiting. */
    wake(): void {
      isAwaited = true;
      running ??= run()
        .catch((error) => deps.log.error("failed to continue an import", { error }))
        .finally(() => {
          running = null;
        });
    },
    /** Waits for the end of the running step. */
    async stop(): Promise<void> {
      isStopped = true;
      await running;
    },
  };
}

/**
 * Does one step of the oldest import. One commit holds the sign-ups and the position in the file, so that a kill neither loses nor
 * repeats a line. Instances take turns by the lock on the import's row.
 * @returns false when there is nothing to do
 */
export async function runImportStep(deps: RunnerDeps): Promise<boolean> {
  if (!(await hasUnfinishedImport(deps.db))) return false;
  // Both calls fill a cache: within the transaction they would wait for the embedded database's only connection.
  const asked = await deps.questions.current();
  await deps.addresses.hash("");
  return deps.db.transaction(async (tx) => {
    const stored = await lockNextImport(tx, deps.now());
    if (!stored) return false;
    try {
      await tx.transaction((savepoint) =>
        stored.status === "undoing"
          ? undoStep(savepoint, deps, stored)
          : importStep(savepoint, deps, { stored, asked }),
      );
      if (stored.failures > 0) await updateImport(tx, stored.id, withoutFailure);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      deps.log.error("failed to continue an import", { id: stored.id, error });
      await noteFailure(tx, deps, stored);
    }
    return true;
  });
}

/** Lets the next imports go on. An import whose step fails again and again pauses; an undo is tried on. */
async function noteFailure(
  tx: Db,
  { now }: RunnerDeps,
  { id, status, lastLine, imported, failures: before }: StoredImport,
): Promise<void> {
  const failures = before + 1;
  const retryAt = new Date(now().getTime() + retryMs);
  if (failures < failuresMax) return updateImport(tx, id, { failures, retryAt });
  if (status === "undoing")
    return updateImport(tx, id, { failures, retryAt, problem: importMessages.undoFailed });
  await updateImport(tx, id, { status: "paused", problem: importMessages.stepFailed(Math.max(lastLine, 1)) });
  await recordEntry(tx, {
    actor: systemActor,
    action: "import.paused",
    subject: id,
    details: { count: imported },
  });
}

type Step = { stored: StoredImport; asked: Awaited<ReturnType<ActiveQuestions["current"]>> };

async function importStep(tx: Db, deps: RunnerDeps, { stored, asked }: Step): Promise<void> {
  const { id, columns } = stored;
  const settings = settingsOf(stored);
  const { audience } = settings;
  const lines = await findLines(tx, { importId: id, after: stored.lastLine, limit: stepSize });
  const last = lines.at(-1);
  if (!last) {
    await updateImport(tx, id, { status: "done", finishedAt: deps.now() });
    const details = { audience, total: stored.total, count: stored.imported };
    return recordEntry(tx, { actor: systemActor, action: "import.finished", subject: id, details });
  }
  // When the questions changed since they were read, the next step reads them again.
  if (!(await lockRevision(tx, asked.revision))) return;
  const context = { ...asked, settings, width: columns.length, now: deps.now() };
  const people: (ImportedSignup & { consent: Proof | null })[] = [];
  for (const { line, cells } of lines) {
    const row = readRow(cells, context);
    if ("problem" in row) continue;
    const emailHash = await deps.addresses.hash(row.email);
    people.push({ ...row, emailHash, id: idOfLine(audience, id, line) });
  }
  const leavers = await findLeavers(tx, deps.addresses, { importId: id, settings, people });
  const signups = new Map<string, (typeof people)[number]>();
  for (const person of people) {
    if (!leavers.has(person.emailHash) && !signups.has(person.emailHash))
      signups.set(person.emailHash, person);
  }
  const given = [...signups.values()];
  const { ids, stopped } = await insertImportedSignups(tx, { importId: id, settings }, given);
  const proofs = given.flatMap(({ id: signupId, emailHash, consent }) =>
    consent && ids.has(signupId) ? [{ signupId, emailHash, ...consent }] : [],
  );
  await importConsents(tx, { audience, proofs });
  const suppressed = people.filter(
    ({ emailHash }) => leavers.has(emailHash) || stopped.has(emailHash),
  ).length;
  await updateImport(tx, id, {
    lastLine: last.line,
    imported: stored.imported + ids.size,
    known: stored.known + people.length - suppressed - ids.size,
    suppressed: stored.suppressed + suppressed,
    invalid: stored.invalid + lines.length - people.length,
  });
}

/**
 * Goes back from the last imported line to the first. The ids are computed from the line numbers, because the lines may be deleted by now.
 * A search for the remaining sign-ups would read all kept and all dead rows again at each step.
 */
async function undoStep(tx: Db, { now, events }: RunnerDeps, stored: StoredImport): Promise<void> {
  const { id, lastLine } = stored;
  const { audience } = settingsOf(stored);
  if (lastLine === 0) {
    await updateImport(tx, id, { status: "undone", finishedAt: now(), expiresAt: now() });
    const details = { audience, count: stored.undone };
    return recordEntry(tx, { actor: systemActor, action: "import.undone", subject: id, details });
  }
  const count = Math.min(stepSize, lastLine);
  const ids = Array.from({ length: count }, (_, back) => idOfLine(audience, id, lastLine - back));
  const signups = await deleteUntouchedSignups(tx, audience, ids);
  if (signups.length > 0) {
    await emitDeleted(tx, events, { audience, signups, reason: "undone", source: systemActor });
  }
  await updateImport(tx, id, { lastLine: lastLine - count, undone: stored.undone + signups.length });
}

/** A line has the same id at each attempt. */
function idOfLine(audience: Audience, importId: string, line: number): string {
  return signupId(audience, `import ${importId} ${line}`);
}

/** @throws when an import runs without a rehearsal, which is a bug */
function settingsOf({ settings }: StoredImport) {
  return rehearseImportSchema.parse(settings);
}
