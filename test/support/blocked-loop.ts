/**
 * How much work the event loop did at a stretch, in milliseconds, beside the result. It is the processor time of this thread:
 * a machine with too much to do makes everything take longer, but no stretch of work larger.
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
    await new Promise((resolve) => setTimeout(resolve, 2)); // what follows upon the last answer belongs to it
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
