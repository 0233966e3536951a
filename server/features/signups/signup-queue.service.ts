import type { Audience } from "#contract/audience.ts";
import { BatchQueue } from "#server/lib/batch-queue.ts";
import type { Db } from "#server/lib/database/database.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import type { SignupListener } from "./signup-listener.ts";
import {
  findStandings,
  insertSignups,
  isTokenRace,
  type Lookup,
  type Standing,
  type Submission,
} from "./signups.repository.ts";

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
export function createSignupQueue(db: Db, audience: Audience, listeners: SignupListener[]): SignupQueue {
  return new BatchQueue({
    ...bounds,
    store: (batch) => storeBatch(db, audience, listeners, batch),
    concernsAll: isDatabaseUnavailable,
    weightOf: ({ signup }) => 500 + JSON.stringify(signup.responses).length,
  });
}

async function storeBatch(db: Db, audience: Audience, listeners: SignupListener[], batch: Checked[]) {
  const outcomes = new Map<Checked, StoreOutcome>();
  for (const [revision, checked] of Map.groupBy(batch, (item) => item.revision)) {
    const first = firstOfEach(checked);
    const stored = await storeSignups(db, { audience, revision, submissions: first, listeners });
    for (const item of first) if (stored.has(item.signup.id)) outcomes.set(item, "stored");
    const unclear = checked.filter((item) => !outcomes.has(item));
    if (unclear.length === 0) continue;
    const standings = await findStandings(db, audience, unclear.map(lookupOf));
    for (const [index, item] of unclear.entries()) outcomes.set(item, outcomeOf(standings[index]));
  }
  return batch.map((item) => outcomes.get(item) ?? "stale");
}

export function lookupOf({ signup, form }: Submission): Lookup {
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
  listeners: SignupListener[];
};

async function storeSignups(db: Db, { audience, revision, submissions, listeners }: Storing) {
  const alongside = listeners.flatMap((listener) => listener.alongside ?? []);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertSignups(db, audience, revision, submissions, alongside);
    } catch (error) {
      if (attempt === storingAttempts || !isTokenRace(error)) throw error;
    }
  }
}

/** Nothing there although it was not stored: the revision had moved, or the row that was in the way is gone. Try again. */
export function outcomeOf(standing: Standing | undefined): StoreOutcome {
  if (standing?.sameSignup) return "repeated";
  if (standing?.sameId) return "key_reused";
  if (standing?.tokenUsed) return "token_used";
  return standing?.sameEmail ? "duplicate" : "stale";
}
