/** Counted, so that each extension of the time for an undo is announced. */
export function extendedText(times: number): string {
  return times === 1 ? "Délai prolongé" : `Délai prolongé ${times} fois`;
}
