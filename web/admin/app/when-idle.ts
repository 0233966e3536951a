/**
 * Prefetches code that a screen needs later, when the browser is idle. Ignores a failure, because the component fetches
 * the code again.
 */
export function whenIdle(load: () => Promise<unknown>): void {
  const prefetch = () => void load().catch(() => undefined);
  if ("requestIdleCallback" in window) requestIdleCallback(prefetch, { timeout: 10_000 });
  else setTimeout(prefetch, 2_000);
}
