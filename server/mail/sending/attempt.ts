import type { SendOutcome } from "#server/mail/transports/transport.ts";

/** How an attempt at a message ended. */
export type Attempt = { type: "simulated" } | SendOutcome;

/** A cap is reached, and messages may leave again from then on; or nothing leaves until somebody says go. */
export type Waiting = { type: "waiting"; until: Date } | { type: "held"; message: string };
