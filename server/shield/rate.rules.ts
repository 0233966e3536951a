import type { ShieldState } from "#contract/shield.ts";
import { type IpNetwork, networkShares } from "#server/lib/http/ip-network.ts";
import type { Charge } from "./shared-buckets.ts";

/**
 * Without JavaScript nobody can work for a sign-up. Under pressure these visitors have a smaller allowance beside the usual
 * one, so that robots gain nothing by leaving JavaScript out: of 30 a minute 6 remain, under attack 2.
 */
const unscriptedShares: Record<ShieldState, number | null> = { calm: null, raised: 1 / 5, attack: 1 / 15 };

/** What one attempt takes from each network that its address stands in. @param perMinute of one IPv4 address */
export function chargesFor(networks: readonly IpNetwork[], perMinute: number): Charge[] {
  return networks.map(({ prefix, range }) => ({
    key: range,
    spacingMs: 60_000 / (perMinute * networkShares[prefix]),
  }));
}

/** What an attempt without JavaScript takes in addition. */
export function unscriptedCharges(
  networks: readonly IpNetwork[],
  perMinute: number,
  state: ShieldState,
): Charge[] {
  const share = unscriptedShares[state];
  if (share === null) return [];
  const tighter = Math.max(1, perMinute * share);
  return chargesFor(networks, tighter).map(({ key, spacingMs }) => ({ key: `unscripted ${key}`, spacingMs }));
}
