const newline = 0x0a;

/** A line is longer than may be; `line` counts from 1. */
export class LineTooLongError extends Error {
  override name = "LineTooLongError";
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is too long`);
    this.line = line;
  }
}

/**
 * The lines of a text that comes in pieces, as bytes without their ends. What follows the last end is a line as well.
 * @param maxBytes of one line: more is not gathered
 * @throws LineTooLongError
 */
export async function* linesOf(
  pieces: AsyncIterable<Buffer>,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<Buffer, void> {
  let begun: Buffer[] = [];
  let bytes = 0;
  let line = 1;
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      const rest = piece.subarray(start, end);
      if (bytes + rest.length > maxBytes) throw new LineTooLongError(line);
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
      begun = [];
      bytes = 0;
      line += 1;
      start = end + 1;
    }
    if (start < piece.length) {
      begun.push(piece.subarray(start));
      bytes += piece.length - start;
      if (bytes > maxBytes) throw new LineTooLongError(line);
    }
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
