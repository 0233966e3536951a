import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compose } from "#server/compose.ts";
import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { getCampaign } from "#server/mail/sending/campaigns.service.ts";
import { saveSettings } from "#server/mail/settings/settings.service.ts";
import { startMailSink } from "#test/support/mail-sink.ts";
import { createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { addPeople, mailConfig, operator, smtpSettings, start } from "./lib/mail-bed.ts";

const recipients = 100_000;
const instances = 2;

/** The mail of a launch from its start to the last message, by two instances that share PostgreSQL. */
export async function run({ databaseUrl, log }: BenchOptions): Promise<BenchRow[]> {
  const place = await createBenchDatabase(databaseUrl);
  const sink = await startMailSink();
  const database = await openDatabase({ ...place, log: silentLogger });
  const senders: Sender[] = [];
  try {
    const { db, publicDb } = database;
    const config = { ...mailConfig, databaseUrl: place.databaseUrl };
    const { mail, parts } = compose({ ...{ db, publicDb, config }, log: silentLogger, announce: () => {} });
    await saveSettings(parts, smtpSettings(sink.port), operator);
    await mail.stop();
    await addPeople(database, recipients);
    for (let count = 0; count < instances; count += 1) senders.push(await startSender(place.databaseUrl));
    const begin = performance.now();
    const { id } = await start(database, 0);
    const frozen = performance.now() - begin;
    let early = 0;
    for (let isDone = false; !isDone; ) {
      await sleep(1_000);
      const { sent, status } = await getCampaign(db, id);
      if (early === 0 && sent >= recipients / 10) early = largest(senders);
      if (sent % 10 === 0) log(`${sent} sent`);
      isDone = status === "completed";
    }
    const seconds = (performance.now() - begin) / 1_000;
    const received = (await sink.received()).map(({ recipient }) => recipient);
    const people = new Set(received).size;
    return [
      {
        recipients,
        instances,
        "from start to end": `${seconds.toFixed(0)} s`,
        "messages/s": Math.round(recipients / seconds),
        frozen: `${(frozen / 1_000).toFixed(1)} s`,
        "mailed twice": received.length - people,
        forgotten: recipients - people,
        "memory of an instance, first tenth → end": `${early.toFixed(0)} → ${largest(senders).toFixed(0)} MiB`,
      },
    ];
  } finally {
    await Promise.all(senders.map(({ stop }) => stop()));
    await database.close();
    await sink.stop();
    await place.remove();
  }
}

type Sender = { mebibytes: () => number; stop: () => Promise<void> };

const largest = (senders: Sender[]) => Math.max(...senders.map(({ mebibytes }) => mebibytes()));

async function startSender(databaseUrl: string | undefined): Promise<Sender> {
  const child: ChildProcess = fork(resolve(import.meta.dirname, "lib/delivery-process.ts"), {
    env: { ...process.env, BENCH_APP_DATABASE_URL: databaseUrl },
  });
  let rss = 0;
  child.on("message", (bytes: number) => {
    rss = bytes;
  });
  await once(child, "message");
  return {
    mebibytes: () => rss / 2 ** 20,
    async stop() {
      const exited = once(child, "exit");
      child.send("stop");
      await exited;
    },
  };
}
