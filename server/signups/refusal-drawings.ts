/** A second. */
const spanMs = 1_000;
/** Drawing a form takes many times what refusing it takes: in a flood most are told in one kept sentence. */
const drawnPerSpan = 20;

/** How many forms are drawn again, by one instance, for whom its network's allowance refused. */
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
