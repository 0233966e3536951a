/**
 * Returns the result and the longest time that the event loop was blocked, in milliseconds. It measures the processor time of this
 * thread, which does not grow on a busy machine.
 */
export async function watchLoop<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; blockedMs: number }> {
  let longest = 0;
  let before = spentMs();
  const look = () => {
    const now = spentMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const looking = setInterval(look, 1);
  try {
    const result = await work();
    await new Promise((resolve) => setTimeout(resolve, 2)); // includes the work after the last answer
    look();
    return { result, blockedMs: longest };
  } finally {
    clearInterval(looking);
  }
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
