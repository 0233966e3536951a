import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mintFormToken } from "#server/shield/form-token.rules.ts";
import { createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { type MeasuredServer, startMeasuredServer } from "./lib/measured-server.ts";
import { authSecret, benchSignup } from "./lib/sample-data.ts";
import { median, milliseconds, perSecond, times } from "./lib/statistics.ts";
import { postWithWrk, type WrkResult } from "./lib/wrk.ts";

const connections = 64;
/** Twice the number of variants. Each variant runs twice in each position, because earlier variants leave work for the database. */
const rounds = 8;
const targets = { postgresql: 1.5, embedded: 2 } as const;
/** More tokens than a run can use, because a run without tokens would fail. */
const tokensPerSecond = 20_000;

/** Measures `POST /api/signups/user` in turns with bare inserts through the server's pool. Each variant adds one feature. */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const receiver = createServer((request, response) =>
    request.resume().on("end", () => response.writeHead(204).end()),
  );
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  try {
    const rows: BenchRow[] = [];
    for (const serverUrl of [options.databaseUrl, undefined]) {
      rows.push(...(await measure(serverUrl, variantsOf(`http://127.0.0.1:${port}/`), options)));
    }
    return rows;
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}

type Variant = {
  title: string;
  /** Whether limits, tokens and proofs are on. */
  guarded: boolean;
  /** Where the visits come from. */
  source?: string;
  setUp?: (server: MeasuredServer) => Promise<void>;
  /** The share of the rate that this variant may lose against the earlier variant `than`. */
  lossMax?: { than: string; loss: number };
};

function variantsOf(receiver: string): Variant[] {
  const guarded = "limits and tokens";
  const lossMax = { than: guarded, loss: 0.05 };
  return [
    { title: "nothing", guarded: false },
    { title: guarded, guarded: true, lossMax: { than: "nothing", loss: 0.15 } },
    {
      title: "the same, three webhooks",
      guarded: true,
      lossMax,
      async setUp(server) {
        for (const name of ["a", "b", "c"]) {
          const url = `${receiver}${name}`;
          await server.administer("POST", "/webhooks", { kind: "standard", url, events: ["signup.created"] });
        }
      },
    },
    {
      title: "the same, a source",
      guarded: true,
      lossMax,
      source: "utm_source=instagram&utm_medium=story&utm_campaign=ouverture",
    },
  ];
}

type Running = Variant & { server: MeasuredServer; results: WrkResult[]; stop: () => Promise<void> };

async function start(serverUrl: string | undefined, variant: Variant): Promise<Running> {
  const database = await createBenchDatabase(serverUrl);
  const server = await startMeasuredServer(database, variant.guarded ? {} : { signupLimit: 0 });
  const stop = async () => {
    await server.stop();
    await database.remove();
  };
  try {
    if (variant.guarded) await server.forceShield("calm"); // so many sign-ups would count as an attack and require proofs
    await variant.setUp?.(server);
    return { ...variant, server, results: [], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function measure(
  serverUrl: string | undefined,
  variants: Variant[],
  { seconds, log }: BenchOptions,
): Promise<BenchRow[]> {
  const mode = serverUrl ? "postgresql" : "embedded";
  const running: Running[] = [];
  const bare: number[] = [];
  try {
    for (const variant of variants) running.push(await start(serverUrl, variant));
    const [first] = running;
    for (const { server } of running) server.pause();
    for (const one of running) await alone(one, () => signUp(one, { seconds: 1, run: "warm-up" }));
    for (let round = 1; round <= rounds && first; round += 1) {
      const inserts = { seconds, inFlight: connections, run: `bare-${round}` };
      bare.push(await alone(first, () => first.server.measureBareInserts(inserts)));
      const place = round % running.length;
      for (const one of [...running.slice(place), ...running.slice(0, place)])
        one.results.push(await alone(one, () => signUp(one, { seconds, run: `post-${round}` })));
      const rates = running.map(
        ({ title, results }) => `${perSecond(results.at(-1)?.rate ?? 0)} with ${title}`,
      );
      log(`${mode}, round ${round}: ${perSecond(bare.at(-1) ?? 0)} inserts, sign-ups ${rates.join(", ")}`);
    }
    return running.map((one) => row(mode, bare, one, running));
  } finally {
    for (const { stop } of running) await stop();
  }
}

/** Runs a measurement while the other servers are stopped. */
async function alone<Result>({ server }: Running, measureIt: () => Promise<Result>): Promise<Result> {
  server.resume();
  try {
    return await measureIt();
  } finally {
    server.pause();
  }
}

function row(mode: keyof typeof targets, bare: number[], one: Running, all: Running[]): BenchRow {
  const { title, results, lossMax } = one;
  const ratio = median(results.map(({ rate }, round) => rate / (bare[round] ?? 1)));
  const middle = (value: "rate" | "p50Ms" | "p95Ms") => median(results.map((result) => result[value]));
  const other = all.find((another) => another.title === lossMax?.than);
  const kept = other && median(results.map(({ rate }, round) => rate / (other.results[round]?.rate ?? rate)));
  return {
    database: mode,
    with: title,
    "bare single-row inserts": perSecond(median(bare)),
    "POST /api/signups/user": perSecond(middle("rate")),
    ratio: times(ratio),
    target: `≥ ${times(targets[mode])}`,
    "p50, p95": `${milliseconds(middle("p50Ms"))}, ${milliseconds(middle("p95Ms"))}`,
    loss:
      lossMax && kept !== undefined
        ? `${((1 - kept) * 100).toFixed(1)} % of ${lossMax.than} (target ≤ ${lossMax.loss * 100} %)`
        : "",
  };
}

type Load = { seconds: number; run: string };

function signUp({ server, guarded, source }: Running, { seconds, run }: Load): Promise<WrkResult> {
  const placeholder = "@number@";
  return postWithWrk({
    port: server.port,
    path: "/api/signups/user",
    connections,
    seconds,
    placeholder,
    body: JSON.stringify({ ...benchSignup(`${run}-${placeholder}`), ...(source && { source }) }),
    ...(guarded && { tokens: agedTokens(seconds * tokensPerSecond) }),
  });
}

/** Tokens that are a minute old, like those of a filled form. */
function agedTokens(count: number): string[] {
  const issuedAt = new Date(Date.now() - 60_000);
  return Array.from({ length: count }, () => mintFormToken(authSecret, { audience: "user", issuedAt }));
}
