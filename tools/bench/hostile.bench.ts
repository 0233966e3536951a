import pg from "pg";
import {
  type ApiDescription,
  bodySizes,
  type CallWithBody,
  callsWithBodies,
  hostileBodies,
} from "#test/support/hostile-requests.ts";
import { createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { milliseconds, times } from "./lib/figures.ts";
import { measureMails } from "./lib/hostile-mails.ts";
import { startMeasuredServer } from "./lib/measured-server.ts";

const ratioMax = 5;
/** Of several tries the shortest counts: the others were held up by something else. */
const tries = 5;

type Body = { what: string; body: string };
type Held = { what: string; ms: number };

export async function run(options: BenchOptions): Promise<BenchRow[][]> {
  return [await measureBodies(options), await measureMails(options)];
}

/**
 * How long one request holds up everybody else: for every call of the API that takes a body, the worst of the hostile ones
 * against a harmless one of the same size.
 */
async function measureBodies({ databaseUrl, log }: BenchOptions): Promise<BenchRow[]> {
  const database = await createBenchDatabase(databaseUrl);
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  const server = await startMeasuredServer(database, { signupLimit: 0 });
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const cookie = await server.signIn();
    const headers = { "content-type": "application/json", cookie };

    const send = async ({ method, path }: CallWithBody, body: string) => {
      await client.query("truncate attempt_counts");
      const blocked = await server.watchLoop(async () => {
        const answer = await fetch(`${origin}${path}`, { method, headers, body });
        await answer.arrayBuffer();
        return answer.status;
      });
      return { status: blocked.result, ms: blocked.ms };
    };
    const shortest = async (call: CallWithBody, { what, body }: Body): Promise<Held> => {
      let ms = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < tries; attempt += 1) ms = Math.min(ms, (await send(call, body)).ms);
      return { what, ms };
    };
    const sizeOf = async (call: CallWithBody) => {
      for (const size of bodySizes) if ((await send(call, harmlessBody(size))).status !== 413) return size;
      throw new Error(`${call.path} takes no body`);
    };
    const measure = async (call: CallWithBody): Promise<BenchRow> => {
      const size = await sizeOf(call);
      const harmless = await shortest(call, { what: "harmless", body: harmlessBody(size) });
      let worst: Held = { what: "", ms: 0 };
      for (const hostile of hostileBodies(call, size)) {
        const held = await shortest(call, hostile);
        if (held.ms > worst.ms) worst = held;
      }
      log(`${call.method} ${call.path}: ${milliseconds(worst.ms)} against ${milliseconds(harmless.ms)}`);
      return rowOf(call, harmless, worst);
    };

    const description = await fetch(`${origin}/api/openapi.json`);
    const calls = callsWithBodies((await description.json()) as ApiDescription);
    const rows: BenchRow[] = [];
    for (const call of calls) rows.push(await measure(call));
    return rows;
  } finally {
    await server.stop();
    await client.end();
    await database.remove();
  }
}

function rowOf({ method, path }: CallWithBody, harmless: Held, worst: Held): BenchRow {
  return {
    call: `${method} ${path.replace(/[0-9a-f-]{36}/, "{id}")}`,
    "harmless body": milliseconds(harmless.ms),
    "worst of the hostile ones": milliseconds(worst.ms),
    which: worst.what,
    ratio: times(worst.ms / harmless.ms),
    target: `≤ ${ratioMax}×`,
  };
}

const harmlessBody = (size: number) =>
  JSON.stringify({ text: "Bonjour à tous. ".repeat((size - 4_096) / 17) });
