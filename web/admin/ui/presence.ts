import { unattendedHeader } from "#contract/sessions.ts";

/** The time for which the admin counts as present after the last key or movement. */
const presentMs = 2 * 60 * 1000;

let lastSeenAt = Date.now();

/** Records the admin's presence, on every key, movement and touch. */
export function watchPresence(): void {
  const note = () => {
    lastSeenAt = Date.now();
  };
  for (const type of ["keydown", "pointerdown", "pointermove", "wheel"] as const) {
    window.addEventListener(type, note, { passive: true, capture: true });
  }
}

/**
 * Marks requests that the page makes while the admin is absent. They do not extend the session, so that polling on a forgotten
 * screen does not keep it alive.
 */
export function withPresence(next: typeof fetch): typeof fetch {
  return (input, init) => {
    if (Date.now() - lastSeenAt < presentMs) return next(input, init);
    const headers = new Headers(init?.headers);
    headers.set(unattendedHeader, "1");
    return next(input, { ...init, headers });
  };
}
