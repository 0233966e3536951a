const hourMs = 3_600_000;

/** In milliseconds: how far the clock may be from the last upkeep, in each direction, to be believed. */
export const clockLimits = { ahead: 48 * hourMs, behind: hourMs };

export type ClockVerdict = "believed" | "ahead" | "behind";

/** @param lastUpkeep null before the first one, which believes the clock */
export function judgeClock(now: Date, lastUpkeep: Date | null): ClockVerdict {
  if (lastUpkeep === null) return "believed";
  const ahead = now.getTime() - lastUpkeep.getTime();
  if (ahead > clockLimits.ahead) return "ahead";
  return ahead < -clockLimits.behind ? "behind" : "believed";
}

/** What has a later date was dated by a wrong clock. */
export const latestPlausible = (now: Date) => new Date(now.getTime() + clockLimits.behind);
