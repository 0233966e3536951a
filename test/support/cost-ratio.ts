/** In milliseconds. Linux may count a thread's processor time in steps of this length. */
const clockStep = 4;

/**
 * How much more of the processor a pass over the longer input costs. It repeats the pass until the shorter input takes several
 * steps of the clock, and takes the least of three tries. Time spent waiting for the processor does not count.
 */
export async function costRatio<Input>(
  pass: (input: Input) => unknown,
  { short, long }: { short: Input; long: Input },
): Promise<number> {
  let times = 4; // the first passes run before the compiler has optimised them, and cost several times as much
  while (times < 128 && (await costOf(pass, short, times)) < 4 * clockStep) times *= 2;
  return (await leastCost(pass, long, times)) / (await leastCost(pass, short, times));
}

async function leastCost<Input>(
  pass: (input: Input) => unknown,
  input: Input,
  times: number,
): Promise<number> {
  const tries = [];
  for (let count = 0; count < 3; count += 1) tries.push(await costOf(pass, input, times));
  return Math.min(...tries) + clockStep;
}

async function costOf<Input>(pass: (input: Input) => unknown, input: Input, times: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let count = 0; count < times; count += 1) await pass(input);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
