import { unattendedHeader } from "#contract/sessions.ts";

/** How long the admin counts as present after the last key or movement. */
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
 * A page's own requests without the admin's presence are marked and do not extend the session: lists that refresh themselves on a
 * forgotten screen keep none alive.
 */
export function withPresence(next: typeof fetch): typeof fetch {
  return (input, init) => {
    if (Date.now() - lastSeenAt < presentMs) return next(input, init);
    const headers = new Headers(init?.headers);
    headers.set(unattendedHeader, "1");
    return next(input, { ...init, headers });
  };
}
