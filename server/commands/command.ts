/**
 * What `tenue NAME …` does. Prints what was asked for to standard output, remarks to standard error.
 * @param args what follows the name
 * @returns the code with which the process ends
 * @throws UsageError for a mistake of the caller, OperatorError for an error that the operator can correct: both end with code 1 and one message
 */
export type Command = (args: string[]) => Promise<number>;

/** A mistake of the caller; its message says all there is to say. */
export class UsageError extends Error {
  override name = "UsageError";
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
