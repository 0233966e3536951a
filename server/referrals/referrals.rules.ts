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

/** Keyed hashes of device and network. The key is of a day in Paris: what is from two days has nothing in common. */
export function createOriginKeys(authSecret: string) {
  return ({ networks: [own], userAgent }: FormOrigin, at: Date) => {
    const key = Buffer.from(hkdfSync("sha256", authSecret, "", `tenue referrals ${dayOf(at)}`, keyBytes));
    const hash = (text: string) =>
      createHmac("sha256", key).update(text).digest("base64url").slice(0, hashLength);
    const network = own?.range ?? "";
    return { deviceKey: hash(`device ${network}\n${userAgent}`), networkKey: hash(`network ${network}`) };
  };
}
