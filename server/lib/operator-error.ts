/** An error that the operator can correct: its message is one clear line, without a stack. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
