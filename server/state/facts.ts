import type { EmailProvider } from "#contract/email.ts";
import type { DomainCheck } from "#contract/email-domain.schema.ts";
import type { Config } from "#server/lib/config.ts";
import type { Arrival } from "#server/lib/http/client-address.ts";
import type { findUnreadableMail } from "#server/mail/settings/delivery-settings.service.ts";
import type { UpkeepClock } from "#server/upkeep/clock.service.ts";

/** Observations for each row; the rules judge them. Amounts are in bytes, durations in milliseconds. */
export type DatabaseFacts = {
  mode: "embedded" | "postgresql";
  /** PostgreSQL's version number: 180003 is 18.3. */
  version: number;
  bytes: number;
  /** Size of the write-ahead log; null when it cannot be read. */
  logBytes: number | null;
  /** Compares the database's newest migration to the newest one of this release. */
  schema: "current" | "older" | "newer";
  takesWrites: boolean;
  /** How much the database's clock is ahead of this process's clock. */
  aheadMs: number;
};

export type DiskFacts = {
  path: string;
  variable: "DATA_DIR" | "BACKUP_DIR";
  free: number;
  total: number;
  isWritable: boolean;
  /** The id of the disk: two folders of one disk have the same. */
  device: number;
};

export type ClockFacts = {
  /** Null on the embedded database, which has no separate clock. */
  databaseAheadMs: number | null;
  /** Whether the machine's clock is synchronised; null when unknown. */
  isSynchronised: boolean | null;
  /** Null while the database cannot be asked. */
  upkeep: UpkeepClock | null;
};

/**
 * Stored secrets that no known AUTH_SECRET can open.
 * @property twoFactors number of administrators with such a second factor
 * @property isForeign the database was used with an AUTH_SECRET that is not known here, so the server would refuse to start
 */
export type UnreadableSecrets = Record<LostSecret, boolean> & { twoFactors: number; isForeign: boolean };
export type LostSecret = keyof Awaited<ReturnType<typeof findUnreadableMail>> | "webhooks";

export type MailFacts = {
  providers: EmailProvider[];
  isConfigured: boolean;
  isSimulation: boolean;
  /** Number of messages sent within the last 24 hours. */
  sent: number;
  failed: number;
  /** How long the oldest due message has waited; null when none is due. */
  overdueMs: number | null;
  isHeld: boolean;
};

export type DomainFacts = Pick<DomainCheck, "domain" | "verdict" | "rows"> & {
  /** The age of the last check; null before the first check. */
  ageMs: number | null;
  isSimulation: boolean;
};

/** The server that answers at the public address. `unlike`: another server, or a redirect. */
export type PublicAnswer =
  | { type: "ours" }
  | { type: "unlike"; status: number }
  | { type: "none"; reason: string };

export type ProxyFacts = Pick<Config, "baseUrl" | "host" | "trustProxy"> & {
  answer: PublicAnswer;
  /** How our request to the public address arrived; null when it did not reach this server. */
  arrival: Arrival | null;
  /** Time until the certificate of the address ends; null without https or without an answer. */
  certificateLeftMs: number | null;
  /** True when the proxy passes on a forged X-Forwarded-For as the client's address; null when that was not tested. */
  trustsForgedAddress: boolean | null;
};

export type BackupFacts = {
  mode: DatabaseFacts["mode"];
  hasPlace: boolean;
  isScheduled: boolean;
  /** True when the file has all erasures, except those of the last minute. */
  areErasuresNoted: boolean;
  lastGoodAgeMs: number | null;
  lastVerifiedAgeMs: number | null;
  /** False with a key that only encrypts: the owner of the identity verifies backups elsewhere. */
  canVerify: boolean;
  /** Files with a date in the future, caused by a wrong clock; they are ignored. */
  fromFuture: string[];
  /** True when the newest backup failed. */
  hasFailed: boolean;
};

export type VersionFacts = {
  product: string;
  /** The version of the files on the disk. */
  installed: string;
  node: string;
  /** PostgreSQL's version number; null when it is unknown. */
  postgresql: number | null;
};
