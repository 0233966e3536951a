/**
 * Prefetches code that a screen needs later, when the browser is idle. A failure is ignored: the component that needs it fetches
 * it again.
 */
export function whenIdle(load: () => Promise<unknown>): void {
  const prefetch = () => void load().catch(() => undefined);
  if ("requestIdleCallback" in window) requestIdleCallback(prefetch, { timeout: 10_000 });
  else setTimeout(prefetch, 2_000);
}
