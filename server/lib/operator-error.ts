/** Something that whoever runs the server can mend: its message is one clear line, and needs no stack. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
