/** @param share 0.5 for the median, 0.95 for the 95th percentile */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export const perSecond = (value: number) => `${whole.format(value)}/s`;
export const count = (value: number) => whole.format(value);
/** Two significant digits below 10. */
export const roundMilliseconds = (value: number) => value.toFixed(value < 10 ? 1 : 0);
export const milliseconds = (value: number) => `${roundMilliseconds(value)} ms`;
export const times = (value: number) => `${value.toFixed(2)}×`;
