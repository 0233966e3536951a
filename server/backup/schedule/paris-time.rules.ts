const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const parisParts = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/Paris",
  hourCycle: "h23",
  ...{
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  },
});

/** What a clock in Paris shows at that moment, as if it were UTC. In milliseconds, of whole seconds. */
function onParisClock(at: Date): number {
  const parts = Object.fromEntries(
    parisParts.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The day in Paris, as a number that grows by one from day to day. */
export function parisDay(at: Date): number {
  return Math.floor(onParisClock(at) / dayMs);
}

/** The week in Paris, from Monday on, as a number that grows by one from week to week. */
export function parisWeek(at: Date): number {
  return Math.floor((parisDay(at) + 3) / 7); // 1 January 1970 was a Thursday
}

/** The last moment, now at the latest, at which it was that hour in Paris. An hour that a spring night leaves out comes one later. */
export function lastTimeOfHour(now: Date, hour: number): Date {
  const today = parisDay(now);
  const candidates = [today, today - 1, today - 2].map((day) => momentOf(day * dayMs + hour * hourMs));
  return candidates.find((moment) => moment <= now) ?? now;
}

/** When a clock in Paris shows this for the first time. @param shown as `onParisClock` gives it */
function momentOf(shown: number): Date {
  const early = new Date(shown - 2 * hourMs); // what it is in summer
  return onParisClock(early) >= shown ? early : new Date(shown - hourMs);
}
