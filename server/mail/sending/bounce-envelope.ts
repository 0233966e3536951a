import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { AppDependencies } from "#server/app-dependencies.ts";

/**
 * The sender that mail programs never show: bounces go there. `rebonds+<log id>.<signature>@domain` says which message came
 * back; only this server can sign one.
 */
export type BounceEnvelope = {
  /** @param bounceEmail the mailbox, whose server takes what follows a plus sign as the same address */
  address(bounceEmail: string, logId: string): string;
  /** The log entry that a text (an address, a header, a report) names with our signature; null when none does. */
  find(text: string): string | null;
};

const keyBytes = 32;
/** 40 bits: each guess costs a message and also needs the random id. */
const signatureLength = 8;
/** Mail servers may write an address in capitals: letters and digits that are the same then. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const tokenPattern =
  /\+([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([a-z2-7]{8})(?=[@=])/gi;

/** Earlier secrets are accepted: a message may bounce after a change of AUTH_SECRET. */
export function createBounceEnvelope({
  authSecret,
  authSecretPrevious,
}: Pick<AppDependencies["config"], "authSecret" | "authSecretPrevious">): BounceEnvelope {
  const [key, ...earlier] = [authSecret, ...authSecretPrevious].map(keyOf) as [Buffer, ...Buffer[]];
  const isOurs = (logId: string, signature: string) =>
    [key, ...earlier].some((one) =>
      timingSafeEqual(Buffer.from(signatureOf(one, logId)), Buffer.from(signature)),
    );
  return {
    address(bounceEmail, logId) {
      const at = bounceEmail.lastIndexOf("@");
      return `${bounceEmail.slice(0, at)}+${logId}.${signatureOf(key, logId)}${bounceEmail.slice(at)}`;
    },
    find(text) {
      for (const [, id = "", signature = ""] of text.matchAll(tokenPattern)) {
        const logId = id.toLowerCase();
        if (isOurs(logId, signature.toLowerCase())) return logId;
      }
      return null;
    },
  };
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "tenue bounces", keyBytes));
}

function signatureOf(key: Buffer, logId: string): string {
  const bytes = createHmac("sha256", key).update(logId).digest();
  return Array.from(bytes.subarray(0, signatureLength), (byte) => alphabet[byte % alphabet.length]).join("");
}
