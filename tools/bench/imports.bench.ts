import { setTimeout as pause } from "node:timers/promises";
import type { Import, RehearseImport } from "#contract/imports.schema.ts";
import type { ImportStatus } from "#contract/imports.ts";
import { createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { type MeasuredServer, startMeasuredServer } from "./lib/measured-server.ts";
import { benchQuestions, benchSignup } from "./lib/sample-data.ts";
import { count, median, milliseconds, percentile, times } from "./lib/statistics.ts";

const lines = 100_000;
const goalSeconds = 60;
const goalRatio = 3;
/** The pause between two sign-ups. Each is sent even if the previous one has no answer yet. */
const signupPauseMs = 20;
const quietMs = 10_000;
const [city, , styles] = benchQuestions;

/** Uploads, rehearses, imports and undoes a list of 100,000 people with consents and two answers, while people sign up. */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const databaseUrl of [options.databaseUrl, undefined]) rows.push(await measure(databaseUrl, options));
  return rows;
}

async function measure(databaseUrl: string | undefined, { log }: BenchOptions): Promise<BenchRow> {
  const database = await createBenchDatabase(databaseUrl);
  const server = await startMeasuredServer(database, { signupLimit: 0 });
  try {
    const call = await administrator(server);
    const idle = signUpUntilStopped(server, "idle");
    await pause(quietMs);
    const before = await idle.stop();
    const seconds: number[] = [];
    const timed = async <Result>(title: string, work: () => Promise<Result>) => {
      const start = performance.now();
      const result = await work();
      seconds.push((performance.now() - start) / 1000);
      log(`${database.mode}: ${title} in ${seconds.at(-1)?.toFixed(1)} s`);
      return result;
    };
    const signups = signUpUntilStopped(server, "import");
    const { id } = await timed("sent", () => call("POST", "", { csv: file() }));
    await timed("rehearsed", () => call("POST", `/${id}/rehearse`, { json: settings }));
    await timed("imported", async () => {
      await call("POST", `/${id}/start`);
      await ended(call, id, "done");
    });
    const during = await signups.stop();
    await timed("undone", async () => {
      await call("POST", `/${id}/undo`);
      await ended(call, id, "undone");
    });
    const [sent = 0, rehearsed = 0, imported = 0, undone = 0] = seconds;
    const total = sent + rehearsed + imported;
    return {
      database: database.mode,
      rows: count(lines),
      sent: inSeconds(sent),
      rehearsed: inSeconds(rehearsed),
      imported: inSeconds(imported),
      "all three": inSeconds(total),
      undone: inSeconds(undone),
      "sign-up p50, p95 before": latencies(before),
      "from sending to the end": latencies(during),
      "p95 ratio": times(percentile(during, 0.95) / percentile(before, 0.95)),
      target: databaseUrl ? `≤ ${goalSeconds} s, ≤ ${goalRatio}×` : "",
    };
  } finally {
    await server.stop();
    await database.remove();
  }
}

function file(): string {
  const people = Array.from(
    { length: lines },
    (_, n) =>
      `abonnee${n}@exemple.fr;Zoé;Martin ${n};Ville ${n % 500};"Rue, Chic";2024-05-01;Boutique ${n % 5};Oui, je veux la lettre`,
  );
  return `E-mail;Prénom;Nom;Ville;Styles;Date;Lieu;Texte\n${people.join("\n")}\n`;
}

const settings: RehearseImport = {
  audience: "user",
  columns: {
    email: 0,
    firstname: 1,
    name: 2,
    consentAt: 5,
    consentPlace: 6,
    consentWords: 7,
    answers: { [city.id]: 3, [styles.id]: 4 },
  },
  consent: {},
};

type Call = (method: "GET" | "POST", path: string, body?: { csv?: string; json?: object }) => Promise<Import>;

async function administrator(server: MeasuredServer): Promise<Call> {
  const cookie = await server.signIn();
  return async (method, path, { csv, json } = {}) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/admin/imports${path}`, {
      method,
      headers: { cookie, "content-type": csv ? "text/csv" : "application/json" },
      ...((csv ?? json) && { body: csv ?? JSON.stringify(json) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Import;
  };
}

/** @throws when the import omitted lines, because it would be faster than a whole one */
async function ended(call: Call, id: string, status: ImportStatus): Promise<void> {
  for (;;) {
    const state = await call("GET", `/${id}`);
    if (state.status === status) {
      const reached = status === "done" ? state.imported : state.undone;
      if (reached !== lines) throw new Error(`${status}: only ${reached}`);
      return;
    }
    await pause(200);
  }
}

/** @returns how long each answer took, in milliseconds */
function signUpUntilStopped({ port }: MeasuredServer, run: string): { stop(): Promise<number[]> } {
  const latencies: number[] = [];
  const sent: Promise<void>[] = [];
  const signUp = async (n: number) => {
    const start = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/signups/user`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(benchSignup(`${run}-${n}`)),
    });
    await answer.arrayBuffer();
    if (answer.status !== 201) throw new Error(`sign-up: ${answer.status}`);
    latencies.push(performance.now() - start);
  };
  let failure: unknown;
  const note = (error: unknown) => {
    failure ??= error;
  };
  const timer = setInterval(() => sent.push(signUp(sent.length).catch(note)), signupPauseMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(sent);
      if (failure) throw failure;
      return latencies;
    },
  };
}

const inSeconds = (value: number) => `${value.toFixed(1)} s`;
const latencies = (values: number[]) =>
  `${milliseconds(median(values))}, ${milliseconds(percentile(values, 0.95))}`;
