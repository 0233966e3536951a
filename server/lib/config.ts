import { BlockList, isIP } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import { isDnsServer } from "./dns.ts";
import { OperatorError } from "./operator-error.ts";

/** The environment variables, parsed once at start. */
export type Config = {
  port: number;
  host: string;
  /** The public address without a trailing slash, for links in e-mails and the check of origins. */
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  trustProxy: string[];
  signupLimitPerMinute: number;
  /** Undefined in embedded mode without AUTH_SECRET: the secret is then kept in `dataDir`. */
  authSecret: string | undefined;
  /** Earlier values of `authSecret`, newest first. They only decrypt and verify. */
  authSecretPrevious: string[];
  logFormat: "json" | "text";
  /** True when each request is logged. */
  accessLog: boolean;
  phpMailUrl: string | undefined;
  phpMailSecret: string | undefined;
  sendgridBaseUrl: string;
  /** Private addresses that mail transports may reach, by host. */
  mailPrivateHosts: string[];
  /** The envelope sender of messages with a personal link. Empty: null sender, so that no bounce returns the link. */
  linkReturnPath: string;
  /** DNS servers, each with an optional port. Empty: the servers of the machine. */
  dnsServers: string[];
  /** The folder of backups and of the log of erasures: by default `dataDir/backups` in embedded mode, and undefined otherwise. */
  backupDir: string | undefined;
  /** A shell command that receives each backup on its standard input. */
  backupCommand: string | undefined;
  /** A key of age: an identity (`AGE-SECRET-KEY-1…`) encrypts and decrypts, a recipient (`age1…`) only encrypts. */
  backupKey: string | undefined;
  /** The address at which metrics are served, separate from the site; undefined: metrics are off. */
  metricsListen: { host: string; port: number } | undefined;
};

/** An invalid environment variable; its message is one clear line. */
export class ConfigError extends OperatorError {
  override name = "ConfigError";
}

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Accepts a text that is long enough and not filled up by repetition (`aaaa…`, `1234…`). */
function strongSecret(minimum: number) {
  return z
    .string()
    .min(minimum, `at least ${minimum} characters`)
    .refine((text) => text.length < minimum || isUnpredictable(text, minimum), {
      error:
        "too easy to guess (few different characters, or a short text repeated); make one with: openssl rand -base64 48",
    });
}

/** Counts different characters and different pairs: a repeated text of `n` characters has at most `n` of each. */
function isUnpredictable(text: string, minimum: number): boolean {
  const characters = new Set(text);
  const pairs = new Set([...text.slice(1)].map((character, index) => `${text[index]}${character}`));
  return characters.size >= minimum / 4 && pairs.size >= (minimum * 3) / 8;
}

/** @param problemOf the problem of a value, as the end of a sentence; null for a valid value */
const checkedBy = (problemOf: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem !== null) context.addIssue(problem);
  });

/** Refuses a path, because paths are appended to the public address. */
function problemOfBaseUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text))
    return "must begin with https:// (or http://), such as https://tenue.example";
  if (!URL.canParse(text)) return "is no web address such as https://tenue.example";
  const { origin, pathname, search, hash, username } = new URL(text);
  return /[^/]/.test(pathname) || search || hash || username
    ? `takes no path, query or name: write ${origin}`
    : null;
}

/** In DATABASE_URL they would replace our values: the name by which a restore recognises a running server, and the timeouts. */
const ownParameters = [
  "application_name",
  "statement_timeout",
  "idle_in_transaction_session_timeout",
  "query_timeout",
];

/** Never quotes the value, because it contains a password. */
function problemOfDatabaseUrl(text: string): string | null {
  const escapes = "within a password write # as %23, / as %2F, ? as %3F and @ as %40";
  if (!/^postgres(ql)?:\/\//.test(text)) return "must begin with postgres://";
  if (text.includes("#")) return `must not contain #: ${escapes}`;
  if (!URL.canParse(text)) return `is no address such as postgres://user:password@host/database: ${escapes}`;
  const { searchParams } = new URL(text);
  const own = ownParameters.find((name) => searchParams.has(name));
  return own === undefined ? null : `must not set ${own}: the server sets it itself`;
}

/** Accepts a port, or `host:port` with IPv6 in brackets. With a port alone, only this machine can connect. */
const listenAddress = z
  .string()
  .regex(/^(?:(?:[\w.-]+|\[[\da-fA-F:.]+\]):)?\d{1,5}$/, "a port, or host:port such as 127.0.0.1:9464")
  .transform((text) => {
    const end = text.lastIndexOf(":");
    const host = end < 0 ? "127.0.0.1" : text.slice(0, end).replace(/^\[|\]$/g, "");
    return { host, port: Number(text.slice(end + 1)) };
  })
  .refine(({ port }) => port <= 65_535, "a port of at most 65535");

const environmentSchema = z.object({
  PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  HOST: optional(z.string()),
  BASE_URL: optional(checkedBy(problemOfBaseUrl)),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(checkedBy(problemOfDatabaseUrl)),
  TRUST_PROXY: optional(
    list.refine((entries) => entries.every(isAddressRange), "addresses or CIDR ranges, separated by commas"),
  ),
  SIGNUP_LIMIT_PER_MINUTE: optional(z.coerce.number().int().min(0)),
  AUTH_SECRET: optional(strongSecret(32)),
  AUTH_SECRET_PREVIOUS: optional(list.pipe(z.array(strongSecret(32)))),
  LOG_FORMAT: optional(z.enum(["json", "text"])),
  ACCESS_LOG: optional(z.enum(["on", "off"])),
  PHP_MAIL_URL: optional(z.url({ protocol: /^https?$/ })),
  PHP_MAIL_SECRET: optional(strongSecret(16)),
  SENDGRID_BASE_URL: optional(checkedBy(problemOfBaseUrl)),
  MAIL_PRIVATE_HOSTS: optional(list),
  MAIL_LINK_RETURN_PATH: optional(z.email()),
  BACKUP_DIR: optional(z.string()),
  BACKUP_COMMAND: optional(z.string()),
  BACKUP_KEY: optional(
    z.string().regex(/^(?:age1[02-9ac-hj-np-z]+|AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]+)$/, {
      error: "an age identity (AGE-SECRET-KEY-1…) or recipient (age1…); make one with: age-keygen",
    }),
  ),
  METRICS_LISTEN: optional(listenAddress),
  DNS_SERVERS: optional(
    list.refine(
      (entries) => entries.every(isDnsServer),
      "IP addresses, separated by commas; a port after a colon",
    ),
  ),
});

/**
 * @param environment usually `process.env`
 * @throws ConfigError naming the variable and its problem
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // Operators get zod's English messages; the API's messages are French.
  const parsed = environmentSchema.safeParse(environment, { error: z.locales.en().localeError });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message}`);
  }
  const values = parsed.data;
  if (values.DATABASE_URL && !values.AUTH_SECRET) {
    throw new ConfigError(
      "AUTH_SECRET: required with DATABASE_URL, the same for every instance (at least 32 characters)",
    );
  }
  const logFormat = values.LOG_FORMAT ?? (process.stdout.isTTY ? "text" : "json");
  const port = values.PORT ?? 3000;
  const dataDir = resolve(values.DATA_DIR ?? "data");
  const ownBackups = values.DATABASE_URL ? undefined : join(dataDir, "backups");
  return {
    port,
    host: values.HOST ?? "0.0.0.0",
    baseUrl: new URL(values.BASE_URL ?? `http://localhost:${port}`).origin,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    trustProxy: values.TRUST_PROXY ?? [],
    signupLimitPerMinute: values.SIGNUP_LIMIT_PER_MINUTE ?? 30,
    authSecret: values.AUTH_SECRET,
    authSecretPrevious: values.AUTH_SECRET_PREVIOUS ?? [],
    logFormat,
    accessLog: values.ACCESS_LOG ? values.ACCESS_LOG === "on" : logFormat === "json",
    phpMailUrl: values.PHP_MAIL_URL,
    phpMailSecret: values.PHP_MAIL_SECRET,
    sendgridBaseUrl: values.SENDGRID_BASE_URL ?? "https://api.sendgrid.com",
    mailPrivateHosts: values.MAIL_PRIVATE_HOSTS ?? [],
    linkReturnPath: values.MAIL_LINK_RETURN_PATH ?? "",
    dnsServers: values.DNS_SERVERS ?? [],
    backupDir: values.BACKUP_DIR ? resolve(values.BACKUP_DIR) : ownBackups,
    backupCommand: values.BACKUP_COMMAND,
    backupKey: values.BACKUP_KEY,
    metricsListen: values.METRICS_LISTEN,
  };
}

/** @param baseUrl an origin, so that its scheme is in lower case */
export const isHttps = (baseUrl: string) => baseUrl.startsWith("https:");

function isAddressRange(entry: string): boolean {
  const [address = "", prefix, ...rest] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), version === 6 ? "ipv6" : "ipv4");
    return true;
  } catch {
    return false; // a prefix longer than the address
  }
}
