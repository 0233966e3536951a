import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { initialSiteSettings } from "#contract/site.ts";
import { compose } from "#server/compose.ts";
import { type Database, openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { brandingOf } from "#server/mail/content/mail-branding.ts";
import { prepareContent } from "#server/mail/content/prepare-content.ts";
import type { Mail } from "#server/mail/mail.ts";
import { getCampaign } from "#server/mail/sending/campaigns.service.ts";
import { resultOf } from "#server/mail/sending/delivery.rules.ts";
import { createLaneQueue } from "#server/mail/sending/lane.ts";
import type { LeasedMessage } from "#server/mail/sending/leased-message.ts";
import { saveSettings } from "#server/mail/settings/settings.service.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import {
  addPeople,
  connections,
  content,
  mailConfig,
  operator,
  smtpSettings,
  start,
} from "./lib/mail-bed.ts";
import { median, perSecond, times } from "./lib/statistics.ts";

const messages = 3_000;
const rounds = 3;
const frozen = 100_000;
const turns = 300;
const branding = brandingOf(
  { ...initialSiteSettings, images: {}, revision: "bench" },
  "https://tenue.example",
);
type Bed = { database: Database; mail: Mail; sink: MailSink };

/** Compares a campaign without pauses with a bare nodemailer pool, which sends the same messages to the same server, in turns. */
export async function run({ databaseUrl, log }: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const serverUrl of [databaseUrl, undefined]) {
    const place = await createBenchDatabase(serverUrl);
    const sink = await startMailSink();
    try {
      rows.push(await measure(place, sink, log));
    } finally {
      await sink.stop();
      await place.remove();
    }
  }
  return rows;
}

async function measure(place: BenchDatabase, sink: MailSink, log: BenchOptions["log"]): Promise<BenchRow> {
  const database = await openDatabase({ ...place, log: silentLogger });
  const { db } = database;
  const settingsOf = { ...mailConfig, databaseUrl: place.databaseUrl };
  const { mail, parts } = compose({
    db,
    publicDb: database.publicDb,
    config: settingsOf,
    log: silentLogger,
    announce: () => {},
  });
  const bed: Bed = { database, mail, sink };
  try {
    await saveSettings(parts, smtpSettings(sink.port), operator);
    await addPeople(database, messages);
    mail.start();
    await sendCampaign(bed, 0); // warm-up
    const bare: number[] = [];
    const campaign: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      bare.push(await sendBare(sink.port));
      campaign.push(await sendCampaign(bed, round));
      log(
        `${place.mode}, round ${round}: ${bare.at(-1)?.toFixed(0)} bare, ${campaign.at(-1)?.toFixed(0)} messages/s`,
      );
    }
    await mail.stop();
    const few = await measureTurns(database, (await start(database, rounds + 1)).id);
    const { id, ...freeze } = await measureFreeze(database);
    const many = await measureTurns(database, id);
    return {
      database: place.mode,
      "bare nodemailer pool": perSecond(median(bare)),
      campaign: perSecond(median(campaign)),
      ratio: times(median(campaign.map((rate, round) => rate / (bare[round] ?? 1)))),
      target: "≥ 0.80× on PostgreSQL",
      [`freezing ${frozen}`]: `${freeze.seconds.toFixed(1)} s (target ≤ 5 s on PostgreSQL)`,
      [`a turn of ${connections}, ${messages} → ${frozen} waiting`]: `${few.toFixed(2)} → ${many.toFixed(2)} ms`,
      "memory added by it": `${freeze.mebibytes.toFixed(0)} MiB`,
    };
  } finally {
    await mail.stop();
    await database.close();
  }
}

/** @returns messages per second, from the start of the campaign, which selects the recipients, to the last recorded message */
async function sendCampaign({ database: { db, pool }, mail, sink }: Bed, round: number): Promise<number> {
  const begin = performance.now();
  const { id } = await start({ db }, round);
  mail.wake();
  while ((await getCampaign(db, id)).status !== "completed")
    await new Promise((done) => setTimeout(done, 20));
  const seconds = (performance.now() - begin) / 1_000;
  const { rows } = await pool.query(
    "select count(*)::int as sent from email_log where campaign_id = $1 and status = 'sent'",
    [id],
  );
  if (rows[0].sent !== messages || (await sink.received()).length === 0)
    throw new Error("not everything was sent");
  return messages / seconds;
}

async function sendBare(port: number): Promise<number> {
  const pool = createTransport({
    host: "127.0.0.1",
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  const { html, text } = prepareContent(content, branding);
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: messages }, (_, index) =>
      pool.sendMail({
        from: "Tenue <bonjour@tenue.example>",
        to: `Zoé Martin <personne-${index}@exemple.fr>`,
        subject: "La bêta ouvre",
        html,
        text,
      }),
    ),
  );
  const seconds = (performance.now() - begin) / 1_000;
  pool.close();
  return messages / seconds;
}

/** Measures how long the start of a campaign to 100,000 people takes, and how much memory the process gains. */
async function measureFreeze(
  database: Database,
): Promise<{ id: string; seconds: number; mebibytes: number }> {
  await addPeople(database, frozen);
  const before = process.memoryUsage.rss();
  const begin = performance.now();
  const { id } = await start(database, rounds + 2);
  const seconds = (performance.now() - begin) / 1_000;
  return { id, seconds, mebibytes: Math.max(0, process.memoryUsage.rss() - before) / 2 ** 20 };
}

/** @returns milliseconds of the median statement that records sent messages and leases the next ones */
async function measureTurns({ db }: Database, campaignId: string): Promise<number> {
  const { signal } = new AbortController();
  const queue = createLaneQueue(
    { db, worker: "bench", lane: { campaignId } },
    { pause: sleep, signal, onRetry: () => undefined },
  );
  const times: number[] = [];
  let held: LeasedMessage[] = [];
  for (let count = 0; count < turns; count += 1) {
    const begin = performance.now();
    const recorded = held.map((message) =>
      queue.record(resultOf(message, { type: "sent" }, { keepWaiting: true, now: new Date() })),
    );
    const next = await Promise.all(Array.from({ length: connections }, () => queue.next()));
    await Promise.all(recorded);
    held = next.filter((message) => message !== null);
    times.push(performance.now() - begin);
  }
  return median(times);
}
