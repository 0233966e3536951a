/**
 * Header of requests that a page sends by itself while its user is idle: such a request is answered like any other, but is
 * no use of the session, so that a forgotten tab keeps none alive.
 */
export const unattendedHeader = "x-unattended";

/** How long a session lasts: without being used, and at most. In milliseconds; kept by the server. */
export const sessionLimits = {
  idleMs: 8 * 60 * 60 * 1000,
  absoluteMs: 7 * 24 * 60 * 60 * 1000,
  /** A session in use is extended at most this often, so that reading costs no write. */
  renewAfterMs: 5 * 60 * 1000,
  /** How long before a session's end the back office says so. */
  warnBeforeMs: 5 * 60 * 1000,
  /** How long a sign-in or a confirmation by password opens what is protected. */
  confirmationMs: 10 * 60 * 1000,
} as const;
