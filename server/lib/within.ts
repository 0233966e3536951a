/** Nothing came in time. Its code makes it count as an outage of the database, which is all that callers wait for. */
class NoAnswerError extends Error {
  override name = "NoAnswerError";
  readonly code = "ETIMEDOUT";

  constructor(ms: number) {
    super(`no answer within ${ms / 1_000} seconds`);
  }
}

/** Waits at most `ms` milliseconds for a result; a later one is dropped. */
export async function within<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new NoAnswerError(ms)), ms);
  return await Promise.race([result, late.promise]).finally(() => clearTimeout(timer));
}
