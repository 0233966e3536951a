import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { referralCodeLength } from "#contract/sources.ts";
import { dayOf } from "#contract/stats.ts";
import type { IpNetwork } from "#server/lib/http/client-address.ts";
import { encodeTypedCode } from "#server/lib/typed-code.ts";

/** 50 bits. */
export const createReferralCode = () =>
  encodeTypedCode(randomBytes(referralCodeLength), referralCodeLength).toLowerCase();

/** From where a form was sent: the networks of its address, smallest first, and the browser. */
export type FormOrigin = { networks: readonly IpNetwork[]; userAgent: string };

const keyBytes = 32;
/** The first of the hash's 43 characters; 132 bits do not collide by chance. */
const hashLength = 22;

/**
 * Keyed hashes of device and network. The key is of a day in Paris: what is from two days has nothing in common. The network is an IPv4
 * address, or the /48 around an IPv6 address, because one customer can have all /64 of it.
 */
export function createOriginKeys(authSecret: string) {
  return ({ networks, userAgent }: FormOrigin, at: Date) => {
    const key = Buffer.from(hkdfSync("sha256", authSecret, "", `tenue referrals ${dayOf(at)}`, keyBytes));
    const hash = (text: string) =>
      createHmac("sha256", key).update(text).digest("base64url").slice(0, hashLength);
    const own = networks[0]?.range ?? "";
    const widest = networks.find(({ prefix }) => prefix === 48)?.range ?? own;
    return { deviceKey: hash(`device ${own}\n${userAgent}`), networkKey: hash(`network ${widest}`) };
  };
}
