import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import { ensureSecretOfNewFolder } from "#server/lib/auth-secret.ts";
import { readConfig } from "#server/lib/config.ts";
import { type Database, type Db, openDatabase } from "#server/lib/database/database.ts";
import { createLogger } from "#server/lib/logger.ts";
import { explainStartFailure } from "#server/lib/operator-error.ts";
import { createConsentTexts } from "#server/privacy/consents.service.ts";
import { settleLedger } from "./seed-ledger.ts";
import { demoQuestions, insertQuestions, readQuestions } from "./seed-questionnaire.ts";
import { insertBatch } from "./seed-signups.ts";

export type SeedOptions = {
  signups: number;
  /** The same number gives the same people, answers and decisions; only the dates follow `now`. */
  seed?: number;
  now?: Date;
  /** Share of sign-ups that are brands. */
  brandShare?: number;
  /** Share of optional questions that are answered. */
  optionalShare?: number;
  batchSize?: number;
  onProgress?: (done: number) => void;
};

export type SeedResult = { user: number; brand: number; questions: number };

/**
 * Fills a database with realistic French demo data: the demo questionnaire, unless there are questions already, and
 * sign-ups of the last 120 days that answer it. Adds to existing rows.
 */
export async function seedSignups(db: Db, options: SeedOptions): Promise<SeedResult> {
  if ((await readQuestions(db)).length === 0) await insertQuestions(db, demoQuestions);
  const questions = await readQuestions(db);
  const { signups, seed = 1, now = new Date(), optionalShare = 0.6, batchSize = 5_000 } = options;
  const brands = Math.floor(signups * (options.brandShare ?? 0.2));
  const textsVersion = await createConsentTexts(db).version();
  const added = { user: 0, brand: 0 };
  let done = 0;
  for (const [audience, total] of [
    ["user", signups - brands],
    ["brand", brands],
  ] as const) {
    const offset = await countSignups(db, audience);
    const end = offset + total;
    for (let first = offset + 1; first <= end; first += batchSize) {
      const last = Math.min(first + batchSize - 1, end);
      added[audience] += await insertBatch(db, {
        audience,
        first,
        last,
        offset,
        total,
        // Another seed per audience, so that users and brands are different people.
        seed: 2 * seed + (audience === "brand" ? 1 : 0),
        now,
        textsVersion,
        questions,
        optionalShare,
      });
      done += last - first + 1;
      options.onProgress?.(done);
    }
  }
  await db.execute(sql`analyze`);
  return { ...added, questions: questions.length };
}

async function countSignups(db: Db, audience: Audience): Promise<number> {
  const table = sql.identifier(audience === "user" ? "beta_signups" : "brand_signups");
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) as count from ${table}`);
  return Number(rows[0]?.count ?? 0);
}

/** Why demo data is refused, as a sentence, or null. */
export async function refusal(db: Db, force: boolean): Promise<string | null> {
  const existing = (await countSignups(db, "user")) + (await countSignups(db, "brand"));
  if (existing === 0 || force) return null;
  return `This database already holds ${existing} sign-ups. Add demo data to it with --force, or set another DATA_DIR.`;
}

const usage = "npm run seed -- --signups N [--seed NUMBER] [--force]";

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      signups: { type: "string" },
      seed: { type: "string" },
      force: { type: "boolean", default: false },
    },
  });
  const signups = wholeNumber(values.signups ?? "200");
  const seed = wholeNumber(values.seed ?? "1");
  if (signups === null || seed === null || seed > 1_000_000) return fail(usage);
  // `readConfig` requires a secret with PostgreSQL, but this tool neither signs nor encrypts.
  const unused = process.env.DATABASE_URL ? { AUTH_SECRET: "unused: demo data needs no secret" } : {};
  const config = readConfig({ ...unused, ...process.env });
  ensureSecretOfNewFolder(config);
  const database = await openDatabase({ ...config, log: createLogger("text") });
  try {
    const reason = await refusal(database.db, values.force);
    if (reason) return fail(reason);
    await seedAndReport(database, signups, seed);
    return 0;
  } finally {
    await database.close();
  }
}

async function seedAndReport({ db, pool }: Database, signups: number, seed: number): Promise<void> {
  const start = Date.now();
  let reported = 0;
  const result = await seedSignups(db, {
    signups,
    seed,
    onProgress(done) {
      const tenth = Math.floor((10 * done) / signups);
      if (tenth === reported || signups < 50_000) return;
      reported = tenth;
      console.log(`${tenth * 10} %: ${done} sign-ups`);
    },
  });
  await settleLedger(pool);
  const seconds = ((Date.now() - start) / 1_000).toFixed(1);
  console.log(
    `Added ${result.user} users and ${result.brand} brands to a questionnaire of ${result.questions} questions in ${seconds} s.`,
  );
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function fail(message: string): number {
  console.error(message);
  return 1;
}

if (import.meta.main) {
  process.exitCode = await main().catch((error: unknown) => {
    return fail(explainStartFailure(error));
  });
}
