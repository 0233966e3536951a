import type { DomainCheckKey } from "#contract/email-domain.ts";
import type { LostSecret } from "#server/state/unreadable-secrets.service.ts";
import type { StateTexts } from "./french.ts";
import { measuresIn } from "./measures.ts";

const { bytes, age, dateTime, percent } = measuresIn("en");

const lostSecrets: Record<LostSecret, string> = {
  smtpPassword: "the SMTP password",
  sendgridKey: "the SendGrid key",
  dkimKey: "the DKIM key",
  imapPassword: "the IMAP password",
};

const domainParts: Record<DomainCheckKey, string> = {
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  alignment: "alignment",
  mx: "MX",
  ptr: "PTR",
  starttls: "STARTTLS",
  one_click: "one-click unsubscribe",
  probe: "test message",
};

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** What `tenue check` says. */
export const english: StateTexts = {
  unknown: (reason) => `Nobody can tell: ${reason}`,
  noDatabase: "The database could not be asked.",
  noServer: "The server does not run.",
  noConfiguration: "The configuration comes first.",
  configuration: {
    embedded: (baseUrl, dataDir) => `${baseUrl}, embedded database in ${dataDir}.`,
    postgresql: (baseUrl, host) => `${baseUrl}, PostgreSQL at ${host}.`,
    mend: "Correct that variable of the environment, then start the server again.",
    shieldOff:
      "SIGNUP_LIMIT_PER_MINUTE=0 switches every protection from robots off: take the variable away and restart.",
  },
  database: {
    found: (facts) =>
      `${facts.mode === "embedded" ? "Embedded PostgreSQL" : "PostgreSQL"} ${facts.version}, ${bytes(facts.bytes)}${facts.logBytes === null ? "" : ` and ${bytes(facts.logBytes)} of write-ahead log`}.`,
    away: (reason) => `Not reachable: ${reason}`,
    mendAway: "Start PostgreSQL and check DATABASE_URL.",
    closed: "The server does not run: its embedded database stays closed.",
    startServer: "Start the server, then run this again.",
    tooOld: (oldest) => `Upgrade to PostgreSQL ${oldest} or newer.`,
    behind:
      "The database lacks migrations: start the server again, which applies them, and read its log if it does not start.",
    ahead: "The database is a newer version's: start that version, or restore a backup from before.",
    noWrites:
      "The database takes no writes, so no sign-up is stored: free space on its disk, or name the primary in DATABASE_URL.",
    longLog:
      "The database's log is no longer emptied: restart the server and read in its log why upkeep fails.",
  },
  disk: {
    elsewhere: "Nothing is kept on this disk: everything is in PostgreSQL.",
    found: ({ variable, free, total }) => `${variable}: ${bytes(free)} free (${percent(free / total)}).`,
    notWritable: ({ path }) => `The server cannot write to ${path}: give that folder to its user.`,
    scarce: ({ path }) => `Free space on the disk of ${path}: soon nothing can be stored any more.`,
    short: ({ path }) => `Plan for space on the disk of ${path}.`,
    noRoomForBackup: ({ path }, needed) =>
      `Keep ${bytes(needed)} free on the disk of ${path}: a backup copies the database first.`,
  },
  clock: {
    found: ({ databaseAheadMs: aheadMs, isSynchronised, upkeep }) =>
      [
        upkeep === null || upkeep.verdict === "believed" || upkeep.lastUpkeep === null
          ? null
          : `${dateTime(upkeep.at)}, last upkeep on ${dateTime(upkeep.lastUpkeep)}`,
        aheadMs === null ? null : `${Math.abs(aheadMs / 1_000).toFixed(1)} s apart from PostgreSQL's`,
        isSynchronised === null ? null : isSynchronised ? "set by the network" : "set by nobody",
      ]
        .filter((part) => part !== null)
        .join(", ")
        .replace(/^./, (first) => first.toUpperCase())
        .concat("."),
    deletionsPaused:
      "Nothing is deleted by time any more, because the clock is too far from the last upkeep. If it is right (the server was off), confirm it on the page 'État'; otherwise set it.",
    nobodyTells: "This machine does not say whether its clock is set by the network.",
    apart:
      "Set the clocks of the server and of PostgreSQL by the network (NTP): codes of two-factor sign-in and limits need it.",
    setByNobody: "Let the network set the time: timedatectl set-ntp true.",
  },
  secrets: {
    readable: "All stored secrets can be read.",
    lost: (names, twoFactors) =>
      `Cannot be read: ${[
        ...names.map((name) => lostSecrets[name]),
        ...(twoFactors > 0 ? [counted(twoFactors, "two-factor secret")] : []),
      ].join(", ")}.`,
    foreign:
      "This database was used with another AUTH_SECRET, and the server refuses to start with this one: set the earlier value, or name it in AUTH_SECRET_PREVIOUS.",
    mend: "Was AUTH_SECRET changed? Name the earlier one in AUTH_SECRET_PREVIOUS and restart; if it is lost, enter these secrets again.",
  },
  mail: {
    found: ({ providers, sent, failed, isSimulation }) =>
      `${isSimulation ? "Simulation" : providers.join(", ") || "No provider"}; within 24 hours ${sent} sent, ${failed} failed.`,
    held: "Since a restore nothing leaves: decide about it on the dashboard.",
    simulation: "Switch simulation off (Réglages e-mail, Paramètres): nothing is really sent.",
    notConfigured: "Choose how mail leaves and test the connection (Réglages e-mail, Paramètres).",
    failing: "Too many messages fail: read why in Réglages e-mail, Historique, and test the connection.",
    overdue:
      "Messages have been due for more than half an hour: test the connection (Réglages e-mail, Paramètres) and read the server's log.",
  },
  dns: {
    unchecked: (domain) => `${domain} has not been checked yet.`,
    check: "Check the sender's domain (Réglages e-mail, Domaine).",
    found: (domain, ageMs, wrong) =>
      `${domain}, checked ${age(ageMs)}${wrong.length === 0 ? "" : `; to be looked at: ${wrong.map((key) => domainParts[key]).join(", ")}`}.`,
    mend: "Mend what the check found (Réglages e-mail, Domaine).",
    checkAgain: "Check the domain again (Réglages e-mail, Domaine).",
  },
  proxy: {
    found: (baseUrl, answer, arrival) =>
      `${baseUrl} ${answer.type === "ours" ? "leads here" : answer.type === "unlike" ? `answers something else (${answer.status})` : `does not answer (${answer.reason})`}${arrival === null ? "" : arrival.isForwarded ? `, through a proxy (${arrival.socket})` : ", without a proxy"}.`,
    unlike: (baseUrl, status) =>
      `It is not Tenue that answers at ${baseUrl} (${status}): correct BASE_URL, or where the proxy leads.`,
    noAnswer: (baseUrl) =>
      `Open ${baseUrl} in a browser: if the site is there, only this machine does not reach itself; if not, correct BASE_URL, the DNS or the proxy.`,
    untrusted: (socket) => `Set TRUST_PROXY=${socket} and restart: until then all visitors count as one.`,
    silent: "Let the proxy hand on the visitors' address (X-Forwarded-For): all of them count as one.",
    believesAnybody:
      "The proxy hands on the X-Forwarded-For that anybody makes up: let it append the address that it sees.",
    noHttps: "Put a certificate before the site and https into BASE_URL: passwords travel in clear.",
    certificateEnds: (days) =>
      `${days === 0 ? "The certificate ends today" : `The certificate ends in ${counted(days, "day")}`}: look why it is not renewed (log of Caddy or certbot).`,
    openBeside: "Set HOST=127.0.0.1: the server's port is open beside the proxy.",
  },
  backup: {
    found: ({ lastGoodAgeMs, lastVerifiedAgeMs, fromFuture }) =>
      `${fromFuture.length === 0 ? "" : `Dated in the future by a wrong clock, and ignored: ${fromFuture.join(", ")}. `}${
        lastGoodAgeMs === null
          ? "No backup."
          : `Last backup ${age(lastGoodAgeMs)}, ${lastVerifiedAgeMs === null ? "never verified" : `last verified ${age(lastVerifiedAgeMs)}`}.`
      }`,
    noPlace:
      "No backups are made: set BACKUP_DIR or BACKUP_COMMAND. Where PostgreSQL is backed up by other means, BACKUP_DIR keeps the erasures that a restore has to repeat.",
    none: "Make a backup (tenue backup), or schedule them on the page 'État'.",
    firstIsComing: "The first is made tonight; 'tenue backup' makes one now.",
    tooOld: "Make a backup, and look for the reason why there has been none since.",
    failed: "The last backup failed: read why on the page 'État', and make another.",
    erasuresWait:
      "Erasures are no longer noted beside the backups: read the server's log, and let it write to BACKUP_DIR.",
    verify: "Verify a backup (tenue backup --verify FILE): one that cannot be restored is none.",
  },
  versions: {
    found: (product, node, postgresql) =>
      `Tenue ${product}, Node ${node}${postgresql === null ? "" : `, PostgreSQL ${postgresql}`}.`,
    restart: (installed) => `Version ${installed} is installed but does not run yet: restart the server.`,
  },
};
