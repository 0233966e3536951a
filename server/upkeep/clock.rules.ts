const hourMs = 3_600_000;

/** In milliseconds: how far a plausible clock may be ahead of or behind the last upkeep. */
export const clockLimits = { ahead: 48 * hourMs, behind: hourMs };

export type ClockVerdict = "believed" | "ahead" | "behind";

/** @param lastUpkeep null before the first one, which trusts the clock */
export function judgeClock(now: Date, lastUpkeep: Date | null): ClockVerdict {
  if (lastUpkeep === null) return "believed";
  const ahead = now.getTime() - lastUpkeep.getTime();
  if (ahead > clockLimits.ahead) return "ahead";
  return ahead < -clockLimits.behind ? "behind" : "believed";
}

/** A later date comes from a wrong clock. @param longestWaitMs how far ahead of its time a right clock may set the date */
export const latestPlausible = (now: Date, longestWaitMs = 0) =>
  new Date(now.getTime() + clockLimits.behind + longestWaitMs);

/** Whether the clock may be wrong by days, so that what seems to be in the future may be right. */
export const isFarBehind = (now: Date, lastUpkeep: Date | null) =>
  lastUpkeep !== null && lastUpkeep.getTime() - now.getTime() > clockLimits.ahead;
