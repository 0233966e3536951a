import { mintFormToken } from "#server/shield/form-token.rules.ts";
import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { median, milliseconds, perSecond, times } from "./lib/figures.ts";
import { type MeasuredServer, startMeasuredServer } from "./lib/measured-server.ts";
import { authSecret, benchSignup } from "./lib/sample-data.ts";
import { postWithWrk, type WrkResult } from "./lib/wrk.ts";

const connections = 64;
const rounds = 3;
const targets = { postgresql: 1.5, embedded: 2 } as const;
const shieldLossMax = 0.15;
/** More than any run takes: a run that used them up would fail. */
const tokensPerSecond = 20_000;

/** `POST /api/signups/user` without and with limits and tokens, against bare inserts through the server's pool, in turns. */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const serverUrl of [options.databaseUrl, undefined]) {
    const databases = [await createBenchDatabase(serverUrl), await createBenchDatabase(serverUrl)] as const;
    try {
      rows.push(...(await measure(databases, options)));
    } finally {
      for (const database of databases) await database.remove();
    }
  }
  return rows;
}

async function measure(
  [openDatabase, guardedDatabase]: readonly [BenchDatabase, BenchDatabase],
  { seconds, log }: BenchOptions,
): Promise<BenchRow[]> {
  const { mode } = openDatabase;
  const open = await startMeasuredServer(openDatabase, { signupLimit: 0 });
  const guarded = await startMeasuredServer(guardedDatabase);
  try {
    await guarded.forceShield("calm"); // so many at once are an attack, which would ask for proofs
    const bare: number[] = [];
    const without: WrkResult[] = [];
    const withShield: WrkResult[] = [];
    for (const [server, tokens] of [
      [open, false],
      [guarded, true],
    ] as const) {
      await signUp(server, { seconds: 1, run: "warm-up", tokens });
    }
    for (let round = 1; round <= rounds; round += 1) {
      const run = `post-${round}`;
      bare.push(await guarded.measureBareInserts({ seconds, inFlight: connections, run: `bare-${round}` }));
      without.push(await signUp(open, { seconds, run, tokens: false }));
      withShield.push(await signUp(guarded, { seconds, run, tokens: true }));
      const [inserts, off, on] = [bare.at(-1), without.at(-1)?.rate, withShield.at(-1)?.rate].map((rate) =>
        perSecond(rate ?? 0),
      );
      log(
        `${mode}, round ${round}: ${inserts} inserts, sign-ups ${off} without and ${on} with limits and tokens`,
      );
    }
    const kept = median(withShield.map(({ rate }, round) => rate / (without[round]?.rate ?? rate)));
    return [
      { ...row(mode, "off", bare, without), loss: "" },
      {
        ...row(mode, "on", bare, withShield),
        loss: `${((1 - kept) * 100).toFixed(1)} % (target ≤ ${shieldLossMax * 100} %)`,
      },
    ];
  } finally {
    await open.stop();
    await guarded.stop();
  }
}

function row(
  mode: BenchDatabase["mode"],
  shield: "off" | "on",
  bare: number[],
  results: WrkResult[],
): BenchRow {
  const ratio = median(results.map(({ rate }, round) => rate / (bare[round] ?? 1)));
  const middle = (figure: "rate" | "p50Ms" | "p95Ms") => median(results.map((result) => result[figure]));
  return {
    database: mode,
    "limits and tokens": shield,
    "bare single-row inserts": perSecond(median(bare)),
    "POST /api/signups/user": perSecond(middle("rate")),
    ratio: times(ratio),
    target: `≥ ${times(targets[mode])}`,
    "p50, p95": `${milliseconds(middle("p50Ms"))}, ${milliseconds(middle("p95Ms"))}`,
  };
}

type Load = { seconds: number; run: string; tokens: boolean };

function signUp(server: MeasuredServer, { seconds, run, tokens }: Load): Promise<WrkResult> {
  const placeholder = "@number@";
  return postWithWrk({
    port: server.port,
    path: "/api/signups/user",
    connections,
    seconds,
    placeholder,
    body: JSON.stringify(benchSignup(`${run}-${placeholder}`)),
    ...(tokens && { tokens: agedTokens(seconds * tokensPerSecond) }),
  });
}

/** Tokens that are a minute old, as after filling the form. */
function agedTokens(count: number): string[] {
  const issuedAt = new Date(Date.now() - 60_000);
  return Array.from({ length: count }, () => mintFormToken(authSecret, { audience: "user", issuedAt }));
}
