import { type Config, ConfigError } from "#server/lib/config.ts";
import type { Db } from "#server/lib/database/database.ts";
import { secretFingerprint } from "#server/lib/secret-box.ts";
import {
  findInstallationKey,
  findSecretFingerprint,
  replaceSecretFingerprint,
  updateSecretFingerprint,
} from "./installation.queries.ts";

type Secrets = Pick<Config, "authSecretPrevious"> & { authSecret: string };

/** The random id of this database: distinguishes its data from that of other installations. */
export async function getInstallationKey(db: Db): Promise<string> {
  const key = await findInstallationKey(db);
  if (key === null) throw new Error("the row of the table installation is gone");
  return key;
}

/** Whether the secrets in this database were sealed with a known `AUTH_SECRET`. */
export async function isSecretKnown(db: Db, secrets: Secrets): Promise<boolean> {
  const stored = await findSecretFingerprint(db);
  return stored === null || knownFingerprints(secrets).includes(stored);
}

/**
 * Records the AUTH_SECRET of a start in the database, also in place of one that AUTH_SECRET_PREVIOUS names.
 * @throws ConfigError when the database was used with another one, which would leave its sealed values unreadable
 */
export async function claimSecret(db: Db, secrets: Secrets): Promise<void> {
  const present = secretFingerprint(secrets.authSecret);
  if ((await findSecretFingerprint(db)) === present) return; // no write, because a standby is read-only
  if (!(await replaceSecretFingerprint(db, present, knownFingerprints(secrets)))) throw secretMismatch();
}

/** Stores the secret's fingerprint after a restore, which has checked the backup's secret or was called with `--without-secret`. */
export function storeSecretFingerprint(tx: Db, { authSecret }: Pick<Secrets, "authSecret">): Promise<void> {
  return updateSecretFingerprint(tx, secretFingerprint(authSecret));
}

const knownFingerprints = ({ authSecret, authSecretPrevious }: Secrets) =>
  [authSecret, ...authSecretPrevious].map(secretFingerprint);

const secretMismatch = () =>
  new ConfigError(
    "AUTH_SECRET: this database was used with another one, and its second factors and mail passwords could not be read with this one. Set the earlier value, or name it in AUTH_SECRET_PREVIOUS to replace it; if it is lost: tenue backup FILE, then tenue restore FILE --replace --without-secret",
  );
