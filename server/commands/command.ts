/**
 * The implementation of `tenue NAME …`. Prints the result to standard output, and remarks to standard error.
 * @param args the arguments after the name
 * @returns the exit code
 * @throws UsageError for a mistake of the caller, OperatorError for an error that the operator can correct. Both end with code 1 and one
 * message
 */
export type Command = (args: string[]) => Promise<number>;

/** A mistake of the caller; its message is complete. */
export class UsageError extends Error {
  override name = "UsageError";
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
