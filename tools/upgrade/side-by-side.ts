import { setTimeout as pause } from "node:timers/promises";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { type AdminCall, signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { Campaign } from "./campaign.ts";
import type { PreviousVersion } from "./previous-version.ts";
import { logFaults, migrationFaults, newestMigration, storedFaults } from "./stored-faults.ts";
import { Visitors } from "./visitors.ts";

type Options = {
  previous: PreviousVersion;
  serverUrl: string;
  seconds: number;
  log: (line: string) => void;
  signal: AbortSignal;
};

export type SideBySideOutcome = Pick<Visitors, "phases"> & {
  confirmed: number;
  campaign: number;
  /** Faults, one per line. */
  faults: string[];
};

/**
 * Runs the previous version, starts the present version beside it on the same PostgreSQL, which it migrates, and then ends the
 * previous one. Visitors sign up all the time. A campaign begins before the change and ends after it.
 */
export async function runSideBySide(options: Options): Promise<SideBySideOutcome> {
  const sink = await startMailSink();
  const servers: ServerProcess[] = [];
  const start = async (launch: Parameters<typeof startServerProcess>[0]) => {
    const server = await startServerProcess(launch);
    servers.push(server);
    return server;
  };
  try {
    return await updateUnderLoad({ ...options, sink, start });
  } finally {
    for (const server of servers.reverse()) await server.remove();
    await sink.stop();
  }
}

type Stage = Options & { sink: MailSink; start: typeof startServerProcess };

async function updateUnderLoad({ previous, serverUrl, seconds, log, signal, sink, start }: Stage) {
  const environment = { MAIL_PRIVATE_HOSTS: "127.0.0.1" };
  const old = await start({ entry: previous.launch, environment, postgresUrl: serverUrl });
  let cookie = "";
  const call = await signInFirstAdmin(old, (made) => {
    cookie = made;
  });
  const visitors = new Visitors({ cookie, questionId: await addQuestion(call) });
  const before = await newestMigration(old);
  const over = new AbortController();
  const phase = async (name: string, inService: ServerProcess[]) => {
    log(name);
    visitors.enter(name, inService);
    await pause(seconds * 1_000, undefined, { signal });
  };

  visitors.enter("begin", [old]);
  const load = visitors.load(AbortSignal.any([over.signal, signal]));
  try {
    await phase("the previous version alone", [old]);
    const campaign = await Campaign.start(call, sink, seconds * 2_500);
    visitors.enter("the present version starts and migrates", [old]);
    const next = await start({
      entry: "source",
      environment: { ...environment, DATABASE_URL: old.databaseUrl ?? "" },
    });
    await phase("both", [old, next]);
    visitors.enter("the previous version ends", [next]);
    await visitors.haveLeft(old); // like a load balancer: open requests finish before the server ends
    await old.kill("SIGTERM");
    await phase("the present version alone", [next]);
    over.abort();
    await load;
    const faults = [
      ...(await storedFaults(visitors, old)),
      ...(await campaign.faults(old, signal)),
      ...migrationFaults(before, await newestMigration(old)),
      ...((await old.exited()) === 0 ? [] : ["the previous version did not end by itself"]),
      ...[old, next].flatMap(logFaults),
    ];
    return { phases: visitors.phases, confirmed: visitors.confirmed.size, campaign: campaign.total, faults };
  } finally {
    over.abort();
    await load;
  }
}

async function addQuestion(call: AdminCall): Promise<string> {
  const question = { question: "Comment vous habillez-vous ?", fieldType: "text", targetType: "user" };
  const { id } = (await call("POST", "/api/admin/questions", { ...question, required: true })) as {
    id: string;
  };
  return id;
}
