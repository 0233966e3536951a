import { monitorEventLoopDelay } from "node:perf_hooks";

/** How long the event loop stood still at a stretch while the work went on, in milliseconds, beside its result. */
export async function watchLoop<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; blockedMs: number }> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await nextTurn(); // the first sample is taken before the work begins
  const result = await work();
  await nextTurn();
  delays.disable();
  return { result, blockedMs: delays.max / 1e6 };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
