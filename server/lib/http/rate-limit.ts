import { createMiddleware } from "hono/factory";
import type { ClientAddress } from "./client-address.ts";
import { tooManyRequests } from "./errors.ts";

/** Clients that are remembered at once; the one seen longest ago is forgotten first. */
const memory = 50_000;

type Options = {
  /** Requests per client and minute; 0 means no limit. */
  perMinute: number;
  clientAddress: ClientAddress;
  now: () => Date;
  message?: string;
};

/** Refuses a client's requests beyond the limit with 429 and Retry-After. Counts per process. */
export function limitRate({ perMinute, clientAddress, now, message }: Options) {
  const limiter = createRateLimiter(perMinute);
  return createMiddleware(async (c, next) => {
    const waitMs = perMinute === 0 ? 0 : limiter.admit(clientAddress(c), now().getTime());
    if (waitMs > 0) throw tooManyRequests(waitMs / 1000, message);
    await next();
  });
}

/**
 * A full minute's worth may come at once; it grows back evenly. One number is kept per client: until when its
 * allowance is used up.
 */
export function createRateLimiter(perMinute: number, capacity = memory) {
  const spacing = 60_000 / perMinute;
  const usedUntil = new Map<string, number>();
  return {
    /** @returns 0 when the request is admitted, else the milliseconds to wait */
    admit(client: string, now: number): number {
      const used = Math.max(usedUntil.get(client) ?? 0, now);
      const waitMs = used + spacing - now - 60_000;
      // A small part of a millisecond is the rounding of `spacing`, not a wait.
      if (waitMs > 0.001) return waitMs;
      usedUntil.delete(client);
      usedUntil.set(client, used + spacing);
      forget(usedUntil, now, capacity);
      return 0;
    },
    get size() {
      return usedUntil.size;
    },
  };
}

/** The map is in the order of last use. */
function forget(usedUntil: Map<string, number>, now: number, capacity: number): void {
  for (const [client, until] of usedUntil) {
    if (usedUntil.size <= capacity && until > now) return;
    usedUntil.delete(client);
  }
}
