/** "dans 12 s", "dans 4 min 05 s": what is left until a moment, which may have passed on this clock. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds <= 0) return "dans un instant";
  if (seconds < 60) return `dans ${seconds} s`;
  return `dans ${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
