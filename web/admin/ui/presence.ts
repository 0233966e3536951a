import { unattendedHeader } from "#contract/sessions.ts";

/** How long after the last key or movement somebody still counts as being here. */
const presentMs = 2 * 60 * 1000;

let lastSeenAt = Date.now();

/** Notes that somebody is here, on every key, movement and touch. */
export function watchPresence(): void {
  const note = () => {
    lastSeenAt = Date.now();
  };
  for (const type of ["keydown", "pointerdown", "pointermove", "wheel"] as const) {
    window.addEventListener(type, note, { passive: true, capture: true });
  }
}

/**
 * What a page asks on its own while nobody is at it says so, and is no use of the session: lists that refresh themselves on a
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
