import type { EmailProvider } from "#contract/email.ts";
import type { DomainCheck } from "#contract/email-domain.schema.ts";
import type { Config } from "#server/lib/config.ts";
import type { Arrival } from "#server/lib/http/client-address.ts";
import type { findUnreadableMail } from "#server/mail/settings/delivery-settings.service.ts";
import type { UpkeepClock } from "#server/upkeep/clock.service.ts";

/** The observations, row by row; the rules judge them. Amounts are in bytes, spans in milliseconds. */
export type DatabaseFacts = {
  mode: "embedded" | "postgresql";
  /** As PostgreSQL counts: 180003 is 18.3. */
  version: number;
  bytes: number;
  /** Of the write-ahead log, where it can be seen. */
  logBytes: number | null;
  /** How its newest migration compares to the newest one of this release. */
  schema: "current" | "older" | "newer";
  takesWrites: boolean;
  /** By how much its clock is ahead of this process's clock. */
  aheadMs: number;
};

export type Place = {
  path: string;
  variable: "DATA_DIR" | "BACKUP_DIR";
  free: number;
  total: number;
  isWritable: boolean;
  /** Two folders of one disk have the same. */
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
 * Stored secrets that no known AUTH_SECRET opens.
 * @property twoFactors how many administrators'
 * @property isForeign the database was used with an AUTH_SECRET that is not known here: a start is refused
 */
export type UnreadableSecrets = Record<LostSecret, boolean> & { twoFactors: number; isForeign: boolean };
export type LostSecret = keyof Awaited<ReturnType<typeof findUnreadableMail>> | "webhooks";

export type MailFacts = {
  providers: EmailProvider[];
  isConfigured: boolean;
  isSimulation: boolean;
  /** Within the last 24 hours. */
  sent: number;
  failed: number;
  /** How long the oldest due message has waited; null when none is due. */
  overdueMs: number | null;
  isHeld: boolean;
};

export type DomainFacts = Pick<DomainCheck, "domain" | "verdict" | "rows"> & {
  /** Null before the first check. */
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
  /** Until the certificate of the address ends; null without https or without an answer. */
  certificateLeftMs: number | null;
  /** Whether the proxy passes on a forged X-Forwarded-For as the client's address; null when that was not tried. */
  trustsForgedAddress: boolean | null;
};

export type BackupFacts = {
  mode: DatabaseFacts["mode"];
  hasPlace: boolean;
  isScheduled: boolean;
  /** Whether the file has all erasures but those of the last minute. */
  areErasuresNoted: boolean;
  lastGoodAgeMs: number | null;
  lastVerifiedAgeMs: number | null;
  /** False with a key that only encrypts: the holder of the identity verifies elsewhere. */
  canVerify: boolean;
  /** Files that a wrong clock dated in the future: ignored. */
  fromFuture: string[];
  /** Whether the newest one failed. */
  hasFailed: boolean;
};

export type VersionFacts = {
  product: string;
  /** What the files on the disk say. */
  installed: string;
  node: string;
  /** As PostgreSQL counts; null when it was not asked. */
  postgresql: number | null;
};
