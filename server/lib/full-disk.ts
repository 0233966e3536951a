import { statfsSync } from "node:fs";
import { OperatorError } from "./operator-error.ts";
import { systemWords } from "./system-error.ts";

const fullDiskWords = /\b(?:ENOSPC|EDQUOT)\b|no space left|\bquota\b/i;

/**
 * The same error, or for a full disk one line with the folder, what is free there and what the work needs.
 * @param work what failed, without a comma: "a backup beside the running server"
 * @param needed bytes; undefined when it cannot be known
 */
export function explainFullDisk(
  error: unknown,
  { work, folder, needed }: { work: string; folder: string; needed?: number | undefined },
): unknown {
  if (!fullDiskWords.test(systemWords(error))) return error;
  const { bavail, bsize } = statfsSync(folder);
  const needs = needed === undefined ? "" : `, about ${megabytes(needed)} MB needed`;
  return new OperatorError(
    `No space left on the disk (${megabytes(bavail * bsize)} MB free${needs}): ${folder}, for ${work}`,
  );
}

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);
