/** 25 frames per second with a new drawing every second frame (animation "on twos"), which looks like paper moved by hand. */
export const frameRate = 25;
export const drawingRate = 12.5;

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** 0 before `start`, 1 from `start + length` on, linear between. */
export const during = (t: number, start: number, length: number) => clamp((t - start) / length);

/** From 0 to 1, fast at first and slow at the end (ease-out). */
export const settle = (t: number, start: number, length: number) => 1 - (1 - during(t, start, length)) ** 3;

/** From 0 to 1 with a small overshoot before the end. */
export function land(t: number, start: number, length: number): number {
  const p = during(t, start, length) - 1;
  return p === -1 ? 0 : 1 + 2.4 * p ** 3 + 1.4 * p ** 2;
}

export const mix = (from: number, to: number, p: number) => from + (to - from) * p;
