/** Shot on twos, like paper moved by hand: 25 frames a second, a new drawing every second frame. */
export const frameRate = 25;
export const drawingRate = 12.5;

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** 0 before `start`, 1 from `start + length` on, linear between. */
export const during = (t: number, start: number, length: number) => clamp((t - start) / length);

/** Arrives fast and settles. */
export const settle = (t: number, start: number, length: number) => 1 - (1 - during(t, start, length)) ** 3;

/** Arrives, passes its place a little and comes back. */
export function land(t: number, start: number, length: number): number {
  const p = during(t, start, length) - 1;
  return p === -1 ? 0 : 1 + 2.4 * p ** 3 + 1.4 * p ** 2;
}

export const mix = (from: number, to: number, p: number) => from + (to - from) * p;
