import { randomBytes } from "node:crypto";
import { referralCodeLength } from "#contract/sources.ts";
import { dayOf } from "#contract/stats.ts";
import type { IpNetwork } from "#server/lib/http/client-address.ts";
import { createKeyedHash } from "#server/lib/keyed-hash.ts";
import { encodeTypedCode } from "#server/lib/typed-code.ts";

/** Codes have 50 random bits. */
export const createReferralCode = () =>
  encodeTypedCode(randomBytes(referralCodeLength), referralCodeLength).toLowerCase();

/** The device that sent a form: the networks of its IP address, smallest first, and its user agent. */
export type ClientDevice = { networks: readonly IpNetwork[]; userAgent: string };

/**
 * Keyed hashes of device and network. Each day in Paris has a separate key, so that hashes of two days cannot be compared. The network is
 * an IPv4 address, or the /48 around an IPv6 address, because one customer can have all /64 of a /48.
 */
export function createDeviceKeys(authSecret: string) {
  return ({ networks, userAgent }: ClientDevice, at: Date) => {
    const hash = createKeyedHash(authSecret, `referrals ${dayOf(at)}`);
    const own = networks[0]?.range ?? "";
    const widest = networks.find(({ prefix }) => prefix === 48)?.range ?? own;
    return { deviceKey: hash(`device ${own}\n${userAgent}`), networkKey: hash(`network ${widest}`) };
  };
}
