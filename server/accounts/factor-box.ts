import { z } from "zod";
import { createSecretBox, type SecretBox, SecretBoxError } from "#server/lib/secret-box.ts";
import { isEarlierSeal, openEarlierSeal } from "./earlier-seal.ts";

/** The present secret and the earlier ones that may still be read with. */
type AuthKeys = { authSecret: string; authSecretPrevious: readonly string[] };

/** What is kept encrypted of a second factor: the app's secret and the recovery codes. */
export type SealedFactor = { secret: string; backupCodes: string };
export type OpenFactor = { secret: string; recoveryCodes: string[] };

const codesSchema = z.array(z.string());

export function sealFactor({ secret, recoveryCodes }: OpenFactor, keys: AuthKeys): SealedFactor {
  return { secret: boxOf(keys).seal(secret), backupCodes: sealCodes(recoveryCodes, keys) };
}

export function sealCodes(recoveryCodes: readonly string[], keys: AuthKeys): string {
  return boxOf(keys).seal(JSON.stringify(recoveryCodes));
}

/** What is sealed in the present form under the present secret. @throws SecretBoxError otherwise */
export function openFactor({ secret, backupCodes }: SealedFactor, keys: AuthKeys): OpenFactor {
  const box = boxOf(keys);
  return { secret: box.open(secret), recoveryCodes: codesSchema.parse(JSON.parse(box.open(backupCodes))) };
}

/** The same in the present form under the present secret; the very same texts when they are so already; null when one cannot be read. */
export function resealFactor(factor: SealedFactor, keys: AuthKeys): SealedFactor | null {
  const box = boxOf(keys);
  const secret = reseal(box, factor.secret, keys);
  const backupCodes = reseal(box, factor.backupCodes, keys);
  return secret === null || backupCodes === null ? null : { secret, backupCodes };
}

function boxOf({ authSecret, authSecretPrevious }: AuthKeys): SecretBox {
  return createSecretBox(authSecret, "two-factor sign-in", authSecretPrevious);
}

function reseal(box: SecretBox, sealed: string, keys: AuthKeys): string | null {
  if (isEarlierSeal(sealed)) {
    const text = openEarlierSealWithAny(sealed, keys);
    return text === null ? null : box.seal(text);
  }
  try {
    return box.reseal(sealed) ?? sealed;
  } catch (error) {
    if (error instanceof SecretBoxError) return null;
    throw error;
  }
}

function openEarlierSealWithAny(sealed: string, { authSecret, authSecretPrevious }: AuthKeys): string | null {
  for (const secret of [authSecret, ...authSecretPrevious]) {
    const text = openEarlierSeal(sealed, secret);
    if (text !== null) return text;
  }
  return null;
}
