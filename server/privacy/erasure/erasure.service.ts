import { audiences } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import { withdrawConsents } from "#server/privacy/consents.service.ts";
import { lift, suppressAutomatically } from "#server/privacy/suppressions.service.ts";
import {
  findAddressOf,
  limitSignups,
  markObjected,
  type OwnAddress,
} from "#server/signups/own-signups.service.ts";
import { deleteOneSignup, deleteSignupsOf } from "#server/signups/retention.service.ts";
import type { SignupEvents } from "#server/signups/signup-events.ts";
import { lineOf } from "./erasure-file.ts";
import { findEntries, findState, type LoggedErasure, replaceEntries } from "./erasure-log.queries.ts";
import { erasureFileHeadSchema, erasureLineSchema, findSuperseded } from "./erasure-log.service.ts";

/**
 * Erases an address: its sign-ups of both audiences with answers and counts, its consents, its waiting messages, and the person
 * in all sent messages. Only its keyed hash stays, so that it gets no mail by mistake. `personal-data.map.ts` lists the tables
 * that hold persons, and how each is erased. Safe to repeat, also for an unknown address.
 * @param tx a transaction, so that all of it happens or none of it
 * @param source an administrator's e-mail, or the page on which the owner asked
 * @returns how many sign-ups there were
 */
export async function eraseAddress(
  tx: Db,
  events: SignupEvents,
  { emailHash, source }: { emailHash: string; source: string },
): Promise<number> {
  const count = await deleteSignupsOf(tx, events, emailHash);
  await events.emit(tx, "erased", { emailHashes: [emailHash], asked: true, source });
  return count;
}

/** The source that the list of blocked addresses shows. */
const restoreSource = "Restauration";

/**
 * Repeats the erasures and blocks of the log that a restored older database lacks.
 * @param tx the transaction of the restore
 * @param before older entries are skipped: the database had them, and deleted them at their term. The person may have signed up again since
 * @returns how many entries were repeated
 */
export async function replayErasures(
  tx: Db,
  events: SignupEvents,
  { lines, before }: { lines: LoggedErasure[]; before: Date },
): Promise<number> {
  const stored = await findEntries(tx, null);
  const known = new Set(stored.map(lineOf));
  const unknown = lines.filter((entry) => entry.at >= before && !known.has(lineOf(entry)));
  if (unknown.length === 0) return 0;
  const { newest } = await findState(tx);
  const superseded = findSuperseded([...stored, ...unknown], new Date());
  const moves: Moves = new Map();
  for (const entry of unknown) if (!superseded.has(entry)) await replay(tx, events, entry, moves);
  await replaceEntries(tx, newest, unknown);
  return unknown.length;
}

/** Merges two logs: each line once, in the order of time. */
export function mergeErasures(one: LoggedErasure[], other: LoggedErasure[]): LoggedErasure[] {
  const lines = new Map([...one, ...other].map((entry) => [lineOf(entry), entry]));
  return [...lines.values()].sort((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id);
}

/** By id: the restored sign-ups whose address changed after the backup, and the hash of the address that they had at that line. */
type Moves = Map<string, { restored: OwnAddress; emailHash: string }>;

/** Repeats an entry for its address, and for restored sign-ups that had the address then. */
async function replay(tx: Db, events: SignupEvents, entry: LoggedErasure, moves: Moves): Promise<void> {
  const { kind, emailHash, signupId, reason } = entry;
  const moved = [...moves.values()].flatMap((move) => (move.emailHash === emailHash ? move.restored : []));
  if (signupId !== null) {
    const restored = await findAddressOf(tx, signupId);
    if (restored) moves.set(signupId, { restored, emailHash });
  } else if (kind === "erased") {
    await eraseAddress(tx, events, { emailHash, source: restoreSource });
    for (const signup of moved) await deleteOneSignup(tx, events, { ...signup, source: restoreSource });
  } else {
    // A bounce says nothing about the earlier address, and another sign-up that kept it may need its block.
    const hashes = kind === "lifted" || reason === "bounced" ? [] : moved.map((signup) => signup.emailHash);
    for (const hash of new Set([emailHash, ...hashes])) await replayBlock(tx, { ...entry, emailHash: hash });
  }
}

async function replayBlock(
  tx: Db,
  { kind, emailHash, scope, reason, until, at }: LoggedErasure,
): Promise<void> {
  if (reason === null) throw new OperatorError("A line of the log of erasures has no reason.");
  if (reason === "objected") {
    await markObjected(tx, emailHash, kind === "suppressed" ? at : null);
    return;
  }
  // The scope `news` is that of an objection, which limits only a brand's sign-up.
  const limited = kind === "suppressed" && scope === "news" ? (["brand"] as const) : audiences;
  if (reason === "limited") await limitSignups(tx, emailHash, kind === "suppressed" ? at : null, limited);
  if (kind === "lifted") {
    await lift(tx, { emailHash, reasons: [reason] });
    return;
  }
  await suppressAutomatically(tx, [
    { emailHash, scope: scope ?? "news", reason, source: restoreSource, until },
  ]);
  if (reason === "unsubscribed") await withdrawConsents(tx, { emailHash, by: "person" });
}

/**
 * Parses a log of erasures. Skips an incomplete last line, which a killed process left: the line was written again later. Skips a new
 * address without its sign-up, which an instance of 0.2.0 wrote.
 * @param installation the installation of the restored backup
 * @throws OperatorError when the log belongs to another installation, or cannot be read
 */
export function parseErasures(text: string, installation: string | null): LoggedErasure[] {
  const [head = "", ...lines] = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  const parsedHead = erasureFileHeadSchema.safeParse(parseJson(head));
  if (!parsedHead.success)
    throw new OperatorError("This is no log of erasures: its first line names no installation.");
  if (parsedHead.data.installation !== installation) {
    throw new OperatorError(
      "The log of erasures belongs to another installation than the backup: name the right one with --erasures FILE.",
    );
  }
  const entries = lines.filter(Boolean).map((line, index) => {
    const parsed = erasureLineSchema.safeParse(parseJson(line));
    if (!parsed.success) throw new OperatorError(`Line ${index + 2} of the log of erasures cannot be read.`);
    const { at, until, ...rest } = parsed.data;
    return { ...rest, at: new Date(at), until: until === null ? null : new Date(until) };
  });
  return entries.filter(({ kind, signupId }) => kind !== "readdressed" || signupId !== null);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // the schema then refuses the line
  }
}
