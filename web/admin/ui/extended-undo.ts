/** The text contains the number of extensions, so that screen readers announce each extension of the undo time. */
export function extendedText(times: number): string {
  return times === 1 ? "Délai prolongé" : `Délai prolongé ${times} fois`;
}
