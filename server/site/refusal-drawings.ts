import { ApiError } from "#server/lib/http/errors.ts";

const spanMs = 1_000;
/** Drawing a form costs much more than a refusal. Beyond this many in a second, visitors get one cached sentence. */
const drawnPerSpan = 20;

/** Limits how often one instance draws a refused form again with its answers. */
export function createRefusalDrawings(now: () => Date) {
  let begun = Number.NEGATIVE_INFINITY;
  let drawn = 0;
  return {
    mayDraw(): boolean {
      const time = now().getTime();
      if (time - begun >= spanMs || time < begun) [begun, drawn] = [time, 0];
      drawn += 1;
      return drawn <= drawnPerSpan;
    },
  };
}

/** The ApiError that the attempt throws, or null. */
export async function refusalOf(attempt: Promise<unknown>): Promise<ApiError | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
