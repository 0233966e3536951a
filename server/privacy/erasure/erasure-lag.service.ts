import { open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { erasureFileName } from "./erasure-line.ts";
import { hasNewerThan } from "./erasure-log.queries.ts";

/** Of the file's end: some hundred lines, among which the highest number is, in whichever order they were committed. */
const lookedAtBytes = 64 * 1_024;

/** An instance that runs has appended what it can by then. */
const graceMs = 60_000;

const numberOf = z.object({ id: z.number() });

/**
 * Whether what was erased and blocked is being noted beside the backups: false when something has waited for a minute. Reads only
 * the end of the file.
 */
export async function areErasuresNoted({
  db,
  now,
  config: { backupDir },
}: Pick<AppDependencies, "db" | "now"> & {
  config: Pick<AppDependencies["config"], "backupDir">;
}): Promise<boolean> {
  if (backupDir === undefined) return true;
  const id = highestNumber(await endOf(join(backupDir, erasureFileName)));
  return !(await hasNewerThan(db, { id, before: new Date(now().getTime() - graceMs) }));
}

/** Zero in a file without entries. What is cut off at either end is no whole line. */
function highestNumber(text: string): number {
  const numbers = text.split("\n").map((line) => {
    try {
      return numberOf.safeParse(JSON.parse(line)).data?.id ?? 0;
    } catch {
      return 0; // no whole line
    }
  });
  return Math.max(0, ...numbers);
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, "r").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return "";
  try {
    const { size } = await file.stat();
    const length = Math.min(size, lookedAtBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8");
  } finally {
    await file.close();
  }
}
