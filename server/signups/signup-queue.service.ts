import type { Audience } from "#contract/audience.ts";
import { BatchQueue } from "#server/lib/batch-queue.ts";
import type { Db } from "#server/lib/database/database.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import type { SignupEvents } from "./signup-events.ts";
import {
  type Existing,
  findExisting,
  insertSignups,
  isTokenRace,
  type Lookup,
  type Submission,
} from "./signups.queries.ts";

/** What became of a sign-up: "stale" means that the questions changed since it was checked. */
export type StoreOutcome = "stored" | "repeated" | "duplicate" | "key_reused" | "token_used" | "stale";

type Checked = Submission & { revision: number };

/** A batch that loses a race for a token is stored again as a whole: by then the token is known to be used. */
const storingAttempts = 5;

const bounds = {
  batchSize: 256,
  batchWeight: 1024 * 1024,
  parallelBatches: 2,
  capacity: 5_000,
  capacityWeight: 64 * 1024 * 1024,
};

export type SignupQueue = BatchQueue<Checked, StoreOutcome>;

/** Sign-ups of one audience that arrive together are stored by one statement and one commit. */
export function createSignupQueue(db: Db, audience: Audience, events: SignupEvents): SignupQueue {
  return new BatchQueue({
    ...bounds,
    store: (batch) => storeBatch(db, audience, events, batch),
    concernsAll: isDatabaseUnavailable,
    weightOf: ({ signup }) => 500 + JSON.stringify(signup.responses).length,
  });
}

async function storeBatch(db: Db, audience: Audience, events: SignupEvents, batch: Checked[]) {
  const outcomes = new Map<Checked, StoreOutcome>();
  for (const [revision, checked] of Map.groupBy(batch, (item) => item.revision)) {
    const first = firstOfEach(checked);
    const stored = await storeSignups(db, { audience, revision, submissions: first, events });
    for (const item of first) if (stored.has(item.signup.id)) outcomes.set(item, "stored");
    const unclear = checked.filter((item) => !outcomes.has(item));
    if (unclear.length === 0) continue;
    const existing = await findExisting(db, audience, unclear.map(lookupOf));
    for (const [index, item] of unclear.entries()) outcomes.set(item, outcomeOf(existing[index]));
  }
  return batch.map((item) => outcomes.get(item) ?? "stale");
}

function lookupOf({ signup, form }: Submission): Lookup {
  return { id: signup.id, email: signup.email, token: form.token?.id ?? null };
}

/** Of several with one id, or with one token, the first is stored and the others find out by looking. */
function firstOfEach(checked: Checked[]): Checked[] {
  const seen = new Set<string>();
  return checked.filter(({ signup, form }) => {
    const names = [signup.id, form.token?.id].filter((name) => name !== undefined);
    const isFirst = names.every((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    return isFirst;
  });
}

type Storing = {
  audience: Audience;
  revision: number;
  submissions: Submission[];
  events: SignupEvents;
};

async function storeSignups(db: Db, { audience, revision, submissions, events }: Storing) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertSignups(db, audience, revision, submissions, events.stored);
    } catch (error) {
      if (attempt === storingAttempts || !isTokenRace(error)) throw error;
    }
  }
}

/** Nothing there although it was not stored: the revision had moved, or the row that was in the way is gone. Try again. */
export function outcomeOf(existing: Existing | undefined): StoreOutcome {
  if (existing?.sameSignup) return "repeated";
  if (existing?.sameId) return "key_reused";
  if (existing?.tokenUsed) return "token_used";
  return existing?.sameEmail ? "duplicate" : "stale";
}
