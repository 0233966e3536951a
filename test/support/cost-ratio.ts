/** In milliseconds. Linux may count a thread's processor time in steps of this length. */
const clockStep = 4;
const attempts = 6;

/**
 * The ratio of the processor times of a pass over the longer and over the shorter input. It repeats the pass until the shorter input
 * takes several steps of the clock. It measures a few more times while the ratio is not under the limit. Waiting does not count.
 */
export async function costRatio<Input>(
  pass: (input: Input) => unknown,
  { short, long, limit }: { short: Input; long: Input; limit: number },
): Promise<number> {
  let times = 4; // the first passes run before the compiler has optimised them, and cost several times as much
  while (times < 128 && (await costOf(pass, short, times)) < 4 * clockStep) times *= 2;
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && ratio >= limit; attempt += 1) {
    const [longCost, shortCost] = [await costOf(pass, long, times), await costOf(pass, short, times)];
    ratio = Math.min(ratio, (longCost + clockStep) / (shortCost + clockStep));
  }
  return ratio;
}

async function costOf<Input>(pass: (input: Input) => unknown, input: Input, times: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let count = 0; count < times; count += 1) await pass(input);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
