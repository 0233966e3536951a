import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { AppDependencies } from "#server/app-dependencies.ts";

/**
 * The envelope's sender, which receives bounces and which mail programs do not show. `rebonds+<log id>.<signature>@domain` identifies
 * the message that bounced. Only this server can make the signature.
 */
export type BounceEnvelope = {
  /** @param bounceEmail the mailbox. Its server has to ignore the part after a plus sign */
  address(bounceEmail: string, logId: string): string;
  /** Finds a log entry's id with our signature in a text (an address, a header, a report); null when there is none. */
  find(text: string): string | null;
};

const keyBytes = 32;
/** The signature has 40 bits. That suffices, because each guess costs a message and needs the random id too. */
const signatureLength = 8;
/** Letters and digits that do not depend on case, because mail servers may change the case of an address. */
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
