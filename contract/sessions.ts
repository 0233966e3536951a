/**
 * Header of requests that a page sends automatically while its user is idle. The server answers them without extending the
 * session, so that a forgotten tab does not keep the session open.
 */
export const unattendedHeader = "x-unattended";

/** How long a session lasts without use, and at most. In milliseconds; the server enforces it. */
export const sessionLimits = {
  idleMs: 8 * 60 * 60 * 1000,
  absoluteMs: 7 * 24 * 60 * 60 * 1000,
  /** A session in use is extended at most once in this time, so that most reads cause no write. */
  renewAfterMs: 5 * 60 * 1000,
  /** How long before its end the back office announces the end of the session. */
  warnBeforeMs: 5 * 60 * 1000,
  /** How long after a sign-in or a confirmation by password protected actions stay allowed. */
  confirmationMs: 10 * 60 * 1000,
} as const;
