/** `npm run test:system` runs all system tests at full scale. `npm test` runs them at a smaller scale: one kill, a hundred people. */
export const isLongRun = process.env.SYSTEM_TESTS === "long";

/** A number of repetitions or of people, by the scale of the run. */
export function repeats(short: number, long: number): number {
  return isLongRun ? long : short;
}
