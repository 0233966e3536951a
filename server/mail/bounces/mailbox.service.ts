import type { MailboxStatus } from "#contract/bounces.schema.ts";
import type { EmailCheck } from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { createTaskThread, TaskTooHeavyError } from "#server/lib/task-thread.ts";
import type { BounceEnvelope } from "#server/mail/sending/bounce-envelope.ts";
import { loadBounceSettings } from "#server/mail/settings/delivery-settings.service.ts";
import { postNotice } from "#server/notices/notices.service.ts";
import { isDashboardNoticeDue, nextReadingDelay } from "./apply-events.service.ts";
import type { BounceMailTasks } from "./bounce-mail-worker.ts";
import type { ReadMail } from "./bounce-reader.ts";
import { claimReading, findState, type MailboxState, storeState } from "./bounces.queries.ts";
import { recordReport } from "./events.service.ts";
import { type Mailbox, MailboxError, type MailboxMessage, type OpenMailbox } from "./open-mailbox.ts";

/** Another reader of the same mailbox. @returns whether the message was meant for this reader and is processed */
type MailboxReader = (source: Buffer) => Promise<boolean>;

export type ReadingDependencies = Pick<AppDependencies, "db" | "config" | "log" | "now"> & {
  envelope: BounceEnvelope;
  openMailbox: OpenMailbox;
  readers: readonly MailboxReader[];
  bounceMail: Pick<BounceMailReader, "read">;
};

/** The batch size of fetching and moving. */
const batchSize = 50;
/** A reading instance renews its lease with every message. Without a renewal for this time, another instance reads. */
const readingLastsMs = 300_000;
/** Messages per reading; the next reading continues. */
const messagesPerReading = 20_000;

/**
 * Reads the bounce mailbox when a reading is due. Records each understood report and moves its message away; other messages stay.
 * A failure is not thrown: the settings show it, the dashboard shows a lasting one, and the reading is retried with backoff.
 * @returns whether anything was read
 */
export async function readMailboxIfDue(deps: ReadingDependencies, signal: AbortSignal): Promise<boolean> {
  const { db, config, log, now } = deps;
  const { mailbox: access } = await loadBounceSettings(db, config);
  if (access === null) return false;
  const state = await claimReading(db, { now: now(), until: leaseEnd(now()) });
  if (state === null) return false;
  try {
    const mailbox = await deps.openMailbox(access, signal);
    try {
      await readInbox(deps, mailbox, { state, signal });
    } finally {
      await mailbox.close();
    }
    const next = new Date(now().getTime() + nextReadingDelay(0));
    await storeState(db, {
      failures: 0,
      failingSince: null,
      error: null,
      lastReadAt: now(),
      nextReadAt: next,
    });
    return true;
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    if (signal.aborted) return false; // the process stops, so the mailbox did not fail
    log.warn("failed to read the bounce mailbox", { reason: error.message });
    await noteFailure(deps, state, error.message);
    return false;
  }
}

async function noteFailure(
  { db, now }: ReadingDependencies,
  state: MailboxState,
  reason: string,
): Promise<void> {
  const failures = state.failures + 1;
  const failingSince = state.failingSince ?? now();
  await db.transaction(async (tx) => {
    const nextReadAt = new Date(now().getTime() + nextReadingDelay(failures));
    await storeState(tx, { failures, failingSince, error: reason, nextReadAt });
    if (!isDashboardNoticeDue(failures)) return;
    const details = { reason, since: failingSince.toISOString() };
    await postNotice(tx, { kind: "mailbox_unreadable", details });
  });
}

type Reading = { state: MailboxState; signal: AbortSignal };

async function readInbox(
  deps: ReadingDependencies,
  mailbox: Mailbox,
  { state, signal }: Reading,
): Promise<void> {
  const { db, log } = deps;
  const { uidValidity, uidNext } = mailbox;
  if (!isPlausible(uidNext)) throw impossibleUids(`UIDNEXT ${uidNext}`);
  let { lastUid } = state;
  // Reads all messages again after a change of UIDVALIDITY, or when the UIDs decreased. Known reports change nothing.
  if (uidValidity !== state.uidValidity || uidNext <= lastUid) {
    if (state.uidValidity !== null)
      log.warn("the bounce mailbox restarted its numbering, reading all messages again", {
        uidValidity,
        uidNext,
      });
    lastUid = 0;
  }
  await storeState(db, { uidValidity, lastUid });
  const uids = newUids(await mailbox.list(lastUid), { lastUid, uidNext });
  for (let start = 0; start < uids.length; start += batchSize) {
    if (signal.aborted) return;
    const batch = uids.slice(start, start + batchSize);
    await readBatch(deps, mailbox, { uids: batch, signal });
  }
}

/**
 * Returns the UIDs to read, in order and without duplicates. `n:*` lists the last message even when its UID is lower (RFC 3501). A UID
 * not below UIDNEXT is refused, because storing it would skip later messages.
 */
function newUids(
  listed: readonly number[],
  { lastUid, uidNext }: { lastUid: number; uidNext: number },
): number[] {
  const impossible = listed.find((uid) => !isPlausible(uid) || uid >= uidNext);
  if (impossible !== undefined) throw impossibleUids(`UID ${impossible}, UIDNEXT ${uidNext}`);
  const uids = [...new Set(listed)].filter((uid) => uid > lastUid);
  return uids.sort((a, b) => a - b).slice(0, messagesPerReading);
}

/** UIDs are positive integers of 32 bits. */
const isPlausible = (uid: number) => Number.isSafeInteger(uid) && uid >= 1 && uid <= 0xffff_ffff;

const impossibleUids = (what: string) =>
  new MailboxError(
    `Le serveur IMAP donne à ses messages des numéros impossibles (${what})\u00a0: rien n’a été lu.`,
  );

async function readBatch(
  deps: ReadingDependencies,
  mailbox: Mailbox,
  { uids, signal }: { uids: readonly number[]; signal: AbortSignal },
): Promise<void> {
  const asked = new Set(uids);
  // Ignores messages that were not asked for, and counts duplicates once.
  const messages = new Map(
    (await mailbox.read(uids)).filter(({ uid }) => asked.has(uid)).map((message) => [message.uid, message]),
  );
  if (messages.size < asked.size) {
    const missing = uids.filter((uid) => !messages.has(uid));
    deps.log.warn("the bounce mailbox listed messages that it does not return", { missing: missing.length });
  }
  const understood: number[] = [];
  for (const uid of uids) {
    const message = messages.get(uid);
    if (message && (await canFile(deps, message, signal))) understood.push(uid);
    // Stores the UID after each message, so that a message that kills the process is not read again.
    await storeState(deps.db, { lastUid: uid, nextReadAt: leaseEnd(deps.now()) });
  }
  if (understood.length > 0) await mailbox.file(understood);
}

/** @returns whether the message can be moved away; false also after an error, so that one message stops no reading */
async function canFile(
  deps: ReadingDependencies,
  message: MailboxMessage,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await readMessage(deps, message);
  } catch (error) {
    if (signal.aborted || isDatabaseUnavailable(error)) throw error;
    deps.log.error("failed to read a message of the bounce mailbox", { uid: message.uid, error });
    return false;
  }
}

/** @returns whether the message is understood */
async function readMessage(deps: ReadingDependencies, message: MailboxMessage): Promise<boolean> {
  const read = await deps.bounceMail.read(message.source);
  if (read.type === "report") await recordReport(deps, read);
  return read.type !== "unknown" || isTakenByReader(deps, message);
}

async function isTakenByReader(
  { readers }: ReadingDependencies,
  { source }: MailboxMessage,
): Promise<boolean> {
  for (const reads of readers) {
    if (await reads(source)) return true;
  }
  return false;
}

const leaseEnd = (now: Date) => new Date(now.getTime() + readingLastsMs);

/** Returns the progress of reading; empty before the first reading. */
export async function getMailboxStatus(db: Db): Promise<MailboxStatus> {
  const state = await findState(db);
  return {
    lastReadAt: state?.lastReadAt?.toISOString() ?? null,
    nextReadAt: state?.nextReadAt.toISOString() ?? null,
    failures: state?.failures ?? 0,
    failingSince: state?.failingSince?.toISOString() ?? null,
    error: state?.error ?? null,
  };
}

type Deps = Pick<AppDependencies, "db" | "config"> & { openMailbox: OpenMailbox };

/** The time limit of the test, because an admin waits for the answer. A working server is faster. */
const timeoutMs = 20_000;

/** Tests the connection to the mailbox and counts its messages, without reading any. */
export async function checkMailbox(deps: Deps, actor: string): Promise<EmailCheck> {
  const { mailbox } = await loadBounceSettings(deps.db, deps.config);
  if (mailbox === null)
    return { ok: false, message: "Indiquez d’abord le serveur IMAP et l’identifiant, puis enregistrez." };
  const check = await testMailbox(() => deps.openMailbox(mailbox, AbortSignal.timeout(timeoutMs)));
  await recordEntry(deps.db, { actor, action: "email.mailbox_tested", details: { ok: check.ok } });
  return check;
}

async function testMailbox(open: () => ReturnType<OpenMailbox>): Promise<EmailCheck> {
  try {
    const mailbox = await open();
    await mailbox.close();
    return { ok: true, message: `Connexion réussie\u00a0: ${counted(mailbox.count)} dans la boîte.` };
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    return { ok: false, message: error.message };
  }
}

const counted = (count: number) =>
  count === 0 ? "aucun message" : `${count} message${count > 1 ? "s" : ""}`;

/** Parses mail in a worker thread, so that no message blocks the event loop. */
export type BounceMailReader = {
  /** @returns `unknown` for a message that takes too much time or memory */
  read(source: Uint8Array): Promise<ReadMail>;
  close(): Promise<void>;
};

/** The usual time limit; a report of a mail server takes only milliseconds. */
const usualLimitMs = 5_000;

/** @param options limitMs how long one message may take, in milliseconds */
export function createBounceMailReader({ limitMs = usualLimitMs } = {}): BounceMailReader {
  // The entry is beside this file in the sources, and beside the bundle after a build.
  const entry = import.meta.url.endsWith(".ts") ? "./bounce-mail-worker.ts" : "./bounce-mail-worker.js";
  const thread = createTaskThread<BounceMailTasks>({
    entry: new URL(entry, import.meta.url),
    limitMs,
    maxWaiting: 8,
    memoryMb: 128,
  });
  return {
    async read(source) {
      try {
        return await thread.run("readMail", source);
      } catch (error) {
        if (error instanceof TaskTooHeavyError) return { type: "unknown" };
        throw error;
      }
    },
    close: () => thread.close(),
  };
}
