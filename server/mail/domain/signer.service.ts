import type { Config } from "#server/lib/config.ts";
import type { Db } from "#server/lib/database/database.ts";
import { createSecretBox, nullIfForeign, type SecretBox } from "#server/lib/secret-box.ts";
import type { DkimSigner } from "#server/mail/transports/transport.ts";
import { domainOf } from "./check-row.ts";
import { isSigningPair } from "./dkim.rules.ts";
import { findActiveKey, listKeys, replaceSealedKey } from "./domain.queries.ts";

type KeyConfig = Pick<Config, "authSecretPrevious"> & { authSecret: string };

export const keyBox = ({ authSecret, authSecretPrevious }: KeyConfig): SecretBox =>
  createSecretBox(authSecret, "dkim keys", authSecretPrevious);

/**
 * Loads the DKIM key of the sender's domain. `unreadable`: the private key cannot be opened or does not match the published one, and
 * mail must not leave unsigned.
 */
export async function loadSigner(
  db: Db,
  config: KeyConfig,
  senderEmail: string,
): Promise<{ signer: DkimSigner | null; unreadable: boolean }> {
  const box = keyBox(config);
  await sealWithPresentSecret(db, box);
  const key = await findActiveKey(db, domainOf(senderEmail));
  if (key === null) return { signer: null, unreadable: false };
  const privateKey = nullIfForeign(() => box.open(key.privateKey));
  if (privateKey === null || !isSigningPair({ privateKey, publicKey: key.publicKey })) {
    return { signer: null, unreadable: true };
  }
  return {
    signer: { domainName: key.domain, keySelector: key.selector, privateKey },
    unreadable: false,
  };
}

/** Reseals the keys of all states, because AUTH_SECRET_PREVIOUS will be removed. */
async function sealWithPresentSecret(db: Db, box: SecretBox): Promise<void> {
  for (const { privateKey: from } of await listKeys(db)) {
    const to = nullIfForeign(() => box.reseal(from));
    if (to !== null) await replaceSealedKey(db, { from, to });
  }
}
