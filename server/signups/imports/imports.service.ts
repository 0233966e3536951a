import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Import, ImportSummary, startImportSchema } from "#contract/imports.schema.ts";
import { importLimits, proposeFields } from "#contract/imports.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import {
  importChanged,
  importNotFound,
  importNotRehearsed,
  importStartedOtherwise,
  rehearsedAgain,
  undoTooLate,
} from "./imports.errors.ts";
import {
  findImport,
  findImports,
  findLines,
  lockImport,
  type StoredImport,
  updateImport,
  withoutFailure,
} from "./imports.queries.ts";
import { deleteFile } from "./lines.service.ts";

const listedMax = 100;
const dayMs = 24 * 60 * 60 * 1_000;
/** The lines of a file are kept until this time after the upload. An import can be undone until this time after its end. */
export const keptUntil = (from: Date) => new Date(from.getTime() + importLimits.keptDays * dayMs);

export async function listImports(db: Db): Promise<ImportSummary[]> {
  return (await findImports(db, listedMax)).map(toSummary);
}

/** Includes the first cells of each column until the import is started. @throws ApiError 404 */
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
  const { id, status, createdBy, total, imported, known, suppressed, invalid, undone, problem } = stored;
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
    problem,
    audience: stored.settings?.audience ?? null,
    createdAt: stored.createdAt.toISOString(),
    expiresAt: stored.expiresAt.toISOString(),
    finishedAt: stored.finishedAt?.toISOString() ?? null,
    undoUntil: stored.finishedAt && keptUntil(stored.finishedAt).toISOString(),
  };
}

type ActDeps = Pick<AppDependencies, "db" | "now">;
type Act = { id: string; actor: string };

/**
 * Starts an import that was rehearsed, or resumes a paused one.
 * @throws ApiError 409 when the last rehearsal had other settings than the given ones, 404
 */
export async function startImport(
  { db, now }: ActDeps,
  { id, actor, settings }: Act & z.output<typeof startImportSchema>,
): Promise<Import> {
  await db.transaction(async (tx) => {
    const stored = await lockImport(tx, id);
    if (!stored) throw importNotFound();
    if (!stored.settings) throw importNotRehearsed();
    if (settings && !isDeepStrictEqual(settings, stored.settings))
      throw stored.status === "uploaded" ? rehearsedAgain() : importStartedOtherwise();
    if (stored.status === "running") return;
    if (stored.settings.begun) throw importNotRehearsed();
    if (stored.status !== "uploaded" && stored.status !== "paused") throw importChanged();
    if (stored.expiresAt < now()) throw importNotFound();
    await updateImport(tx, id, { status: "running", ...withoutFailure });
    const details = { audience: stored.settings.audience, total: stored.total };
    await recordEntry(tx, { actor, action: "import.started", subject: id, details });
  });
  return getImport(db, id);
}

/** Pauses an import after its running step. */
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

/** Deletes the sign-ups of an import, except those that were decided, confirmed or invited since then. */
export async function undoImport({ db, now }: ActDeps, { id, actor }: Act): Promise<Import> {
  await db.transaction(async (tx) => {
    const stored = await lockImport(tx, id);
    if (!stored) throw importNotFound();
    if (stored.status === "undoing" || stored.status === "undone") return;
    if (stored.status === "uploaded") throw importChanged();
    if (stored.finishedAt && keptUntil(stored.finishedAt) < now()) throw undoTooLate();
    await updateImport(tx, id, { status: "undoing", ...withoutFailure });
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
    // The status of an incomplete upload hides the file: it cannot be started while its lines are deleted.
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
