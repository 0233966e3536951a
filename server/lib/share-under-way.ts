/** Asks once for everybody who asks before the answer is there. What they are told was true after the first of them asked. */
export function shareUnderWay<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
