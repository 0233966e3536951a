/** Wakes what waits in this process for something to do. Another process does not hear it. */
export type Bell = {
  ring(): void;
  /** How often it rang: read it before a look, so that no ring during the look is missed. */
  rings(): number;
  /** Waits `mostMs`, or until it rings after `since`, but `leastMs` in any case. */
  rest(wait: (ms: number) => Promise<void>, times: Rest): Promise<void>;
};

type Rest = { since: number; leastMs: number; mostMs: number };

export function createBell(): Bell {
  let rings = 0;
  const sleepers = new Set<() => void>();
  return {
    ring() {
      rings += 1;
      for (const wakeUp of sleepers) wakeUp();
    },
    rings: () => rings,
    async rest(wait, { since, leastMs, mostMs }) {
      await wait(Math.min(leastMs, mostMs));
      if (rings !== since || mostMs <= leastMs) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      sleepers.add(resolve);
      await Promise.race([wait(mostMs - leastMs), promise]);
      sleepers.delete(resolve);
    },
  };
}
