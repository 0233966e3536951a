/** How amounts and ages are written in a language. */
export type Measures = {
  bytes(amount: number): string;
  age(ms: number): string;
  /** In Paris, with the offset. */
  dateTime(at: Date): string;
  percent(share: number): string;
};

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const spans = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1_000 },
] as const;

export function measuresIn(language: "fr" | "en"): Measures {
  const relative = new Intl.RelativeTimeFormat(language);
  const dateTime = new Intl.DateTimeFormat(language, {
    ...{ day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
    ...{ hourCycle: "h23", timeZone: "Europe/Paris", timeZoneName: "short" },
  });
  return {
    bytes(amount) {
      const power = Math.max(
        0,
        units.findLastIndex((_, index) => amount >= 1_000 ** index),
      );
      const format = { style: "unit", unit: units[power], maximumFractionDigits: power < 3 ? 0 : 1 } as const;
      return new Intl.NumberFormat(language, format).format(amount / 1_000 ** power);
    },
    age(ms) {
      const span = spans.find((one) => Math.abs(ms) >= 2 * one.ms) ?? spans[3];
      return relative.format(-Math.trunc(ms / span.ms), span.unit);
    },
    dateTime: (at) => dateTime.format(at),
    percent: (share) =>
      new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share),
  };
}
