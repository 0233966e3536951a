import { withTimeout } from "#server/lib/concurrency.ts";
import type { Db } from "#server/lib/database/database.ts";
import { newestKnownMigration } from "#server/lib/database/migrations.ts";
import { ensureTablesVisible } from "#server/lib/database/pools.ts";
import { findNewestMigration } from "#server/lib/database/sql.ts";
import { unavailable } from "#server/lib/http/errors.ts";
import { proveWritable } from "./state.queries.ts";

/** In milliseconds. */
const limits = { proofLivesFor: 1_000, answer: 2_000 };

/**
 * Tells if sign-ups can be stored now. Asks the database at most once per second, for any number of callers; a caller
 * is answered within two seconds.
 * @param mailIsAlive true while mail is sent; an instance with a dead worker stores sign-ups without sending confirmations
 * @returns a function that resolves when sign-ups can be stored, and rejects with the reason otherwise
 */
export function createReadiness(db: Db, mailIsAlive = () => true): () => Promise<void> {
  const known = newestKnownMigration();
  let proof: Promise<void> | null = null;

  async function prove(): Promise<void> {
    if (!mailIsAlive()) throw unavailable();
    await proveWritable(db);
    await ensureTablesVisible(db);
    if ((await findNewestMigration(db)) < known) throw unavailable();
  }

  /** Runs one query at a time: a silent database is asked again only after an answer or a timeout. */
  function begin(): Promise<void> {
    const begun = prove();
    const forget = () => {
      proof = null;
    };
    const forgetLater = () => setTimeout(forget, limits.proofLivesFor).unref();
    begun.then(forgetLater, forgetLater);
    return begun;
  }

  return () => {
    proof ??= begin();
    return withTimeout(limits.answer, proof);
  };
}
