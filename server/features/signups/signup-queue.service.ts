import type { Audience } from "#contract/audience.ts";
import { BatchQueue } from "#server/lib/batch-queue.ts";
import type { Db } from "#server/lib/database/database.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import type { SignupListener } from "./signup-listener.ts";
import { findStandings, insertSignups, type Standing } from "./signups.repository.ts";
import type { NewSignup } from "./signups.rules.ts";

/** What became of a sign-up: "stale" means that the questions changed since it was checked. */
export type StoreOutcome = "stored" | "duplicate" | "key_reused" | "stale";

type Checked = { signup: NewSignup; revision: number };

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
    const signups = checked.map(({ signup }) => signup);
    const stored = await storeSignups(db, { audience, revision, signups, listeners });
    // Of two requests with one key in one batch, their id alone does not tell which was stored.
    const repeated = repeatedIds(signups);
    for (const item of checked) outcomes.set(item, "stored");
    const unclear = checked.filter(({ signup: { id } }) => !stored.has(id) || repeated.has(id));
    if (unclear.length === 0) continue;
    const standings = await findStandings(
      db,
      audience,
      unclear.map(({ signup }) => signup),
    );
    for (const [index, item] of unclear.entries()) outcomes.set(item, outcomeOf(standings[index]));
  }
  return batch.map((item) => outcomes.get(item) ?? "stale");
}

function repeatedIds(signups: NewSignup[]): Set<string> {
  const seen = new Set<string>();
  return new Set(signups.map(({ id }) => id).filter((id) => seen.has(id) || !seen.add(id)));
}

type Storing = { audience: Audience; revision: number; signups: NewSignup[]; listeners: SignupListener[] };

function storeSignups(db: Db, { audience, revision, signups, listeners }: Storing): Promise<Set<string>> {
  const alongside = listeners.flatMap((listener) => listener.alongside ?? []);
  return insertSignups(db, audience, revision, signups, alongside);
}

/** Nothing there although it was not stored: the revision had moved, or the row that was in the way is gone. Try again. */
export function outcomeOf(standing: Standing | undefined): StoreOutcome {
  if (standing?.sameSignup) return "stored";
  if (standing?.sameId) return "key_reused";
  return standing?.sameEmail ? "duplicate" : "stale";
}
