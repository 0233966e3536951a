import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";

/** The present secret and the earlier ones that may still be read with. */
export type AuthKeys = { authSecret: string; authSecretPrevious: readonly string[] };

/** What Better Auth keeps encrypted of a second factor: the app's secret and the recovery codes. */
export type SealedFactor = { secret: string; backupCodes: string };

/** The same under the present secret; the very same texts when they are so already; null when one cannot be read. */
export async function resealFactor(factor: SealedFactor, keys: AuthKeys): Promise<SealedFactor | null> {
  const secret = await reseal(factor.secret, keys);
  const backupCodes = await reseal(factor.backupCodes, keys);
  return secret === null || backupCodes === null ? null : { secret, backupCodes };
}

async function reseal(sealed: string, { authSecret, authSecretPrevious }: AuthKeys): Promise<string | null> {
  if ((await decrypt(sealed, authSecret)) !== null) return sealed;
  for (const earlier of authSecretPrevious) {
    const text = await decrypt(sealed, earlier);
    if (text !== null) return symmetricEncrypt({ key: authSecret, data: text });
  }
  return null;
}

/** Null: encrypted with another secret, or damaged. The cipher is authenticated, so that there is no third outcome. */
async function decrypt(sealed: string, key: string): Promise<string | null> {
  try {
    return await symmetricDecrypt({ key, data: sealed });
  } catch {
    return null;
  }
}
