/**
 * Fetches what a screen does without at first and may need in a hurry, as soon as the browser has nothing better to do. A failure
 * is ignored: the component that needs it asks again.
 */
export function whenIdle(load: () => Promise<unknown>): void {
  const fetchIt = () => void load().catch(() => undefined);
  if ("requestIdleCallback" in window) requestIdleCallback(fetchIt, { timeout: 10_000 });
  else setTimeout(fetchIt, 2_000);
}
