import type { SendOutcome } from "#server/features/mailing/transports/transport.ts";

/** How an attempt at a message ended. */
export type Attempt = { type: "simulated" } | SendOutcome;

/** A cap is reached; messages may leave again from then on. */
export type Waiting = { type: "waiting"; until: Date };
