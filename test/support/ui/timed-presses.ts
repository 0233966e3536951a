import { onTestFinished } from "vitest";
import { userEvent } from "vitest/browser";

/** Longer than the half second in which two presses are one gesture. */
const apartMs = 600;

/**
 * Sets the time at which keys and clicks happen (`event.timeStamp`), so that gestures are distinct without waiting. Call it before
 * the screen is drawn.
 */
export function controlPresses() {
  let now = 0;
  const stamp = (event: Event) => Object.defineProperty(event, "timeStamp", { value: now });
  const events = ["keydown", "click"] as const;
  for (const name of events) window.addEventListener(name, stamp, true);
  onTestFinished(() => {
    for (const name of events) window.removeEventListener(name, stamp, true);
  });
  return {
    /** Advances the time before the next press, by default enough for a separate gesture. */
    pass(ms = apartMs) {
      now += ms;
    },
    /** Presses each key as a separate gesture; `{Enter}` and the like are names of keys. */
    async press(...keys: string[]) {
      for (const key of keys) {
        now += apartMs;
        await userEvent.keyboard(key);
      }
    },
  };
}
