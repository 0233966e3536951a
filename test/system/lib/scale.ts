/** `npm run test:system` runs everything, at full scale; `npm test` a smaller scale: a kill, a daemon, a hundred people. */
export const isLongRun = process.env.SYSTEM_TESTS === "long";

/** How often, or how many. */
export function repeats(short: number, long: number): number {
  return isLongRun ? long : short;
}
