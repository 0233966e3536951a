/**
 * Header of requests that a page sends by itself while its user is idle: the request is answered, but does
 * not extend the session, so that a forgotten tab does not keep it open.
 */
export const unattendedHeader = "x-unattended";

/** How long a session lasts: without being used, and at most. In milliseconds; kept by the server. */
export const sessionLimits = {
  idleMs: 8 * 60 * 60 * 1000,
  absoluteMs: 7 * 24 * 60 * 60 * 1000,
  /** A session in use is extended at most this often, so that reading costs no write. */
  renewAfterMs: 5 * 60 * 1000,
  /** How long before its end the back office announces the end of the session. */
  warnBeforeMs: 5 * 60 * 1000,
  /** How long a sign-in or a confirmation by password opens what is protected. */
  confirmationMs: 10 * 60 * 1000,
} as const;
