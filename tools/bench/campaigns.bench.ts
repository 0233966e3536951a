import { createTransport } from "nodemailer";
import { initialSiteSettings } from "#contract/site.ts";
import { compose } from "#server/compose.ts";
import { startCampaign } from "#server/features/mailing/campaigns/campaign-start.service.ts";
import { getCampaign } from "#server/features/mailing/campaigns/campaigns.service.ts";
import { faceOf } from "#server/features/mailing/content/mail-face.ts";
import { prepareContent } from "#server/features/mailing/content/prepare-content.ts";
import type { Mail } from "#server/features/mailing/outbox/mail.ts";
import { saveSettings } from "#server/features/mailing/settings/settings.service.ts";
import { readConfig } from "#server/lib/config.ts";
import { type Database, openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { type MailSink, startMailSink } from "#server/testing/mail-sink.ts";
import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { median, perSecond, times } from "./lib/figures.ts";

const connections = 5;
const messages = 3_000;
const rounds = 3;
const frozen = 100_000;
const content = "<h1>La bêta ouvre</h1><p>Bonjour {{firstName}}, votre accès est prêt.</p>";
const face = faceOf({ ...initialSiteSettings, images: {}, revision: "bench" }, "https://tenue.example");
const config = {
  ...readConfig({ MAIL_PRIVATE_HOSTS: "127.0.0.1" }),
  authSecret: "a-secret-for-benchmarks-that-is-long-enough",
};

type Bed = { database: Database; mail: Mail; sink: MailSink };

/** A campaign with pause 0 against a bare nodemailer pool that sends the same messages to the same server, in turns. */
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

const operator = { email: "bench@tenue.example", isSuperAdmin: true, recentlyConfirmed: true };

async function measure(place: BenchDatabase, sink: MailSink, log: BenchOptions["log"]): Promise<BenchRow> {
  const database = await openDatabase({ ...place, log: silentLogger });
  const { db } = database;
  const settingsOf = { ...config, databaseUrl: place.databaseUrl };
  const { mail, parts } = compose({
    ...{ db, publicDb: database.publicDb, config: settingsOf, log: silentLogger },
    announce: () => {},
  });
  const bed: Bed = { database, mail, sink };
  try {
    await saveSettings(parts, smtpSettings(sink.port), operator);
    await addPeople(bed, messages);
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
    const freeze = await measureFreeze(bed);
    return {
      database: place.mode,
      "bare nodemailer pool": perSecond(median(bare)),
      campaign: perSecond(median(campaign)),
      ratio: times(median(campaign.map((rate, round) => rate / (bare[round] ?? 1)))),
      target: "≥ 0.60×",
      [`freezing ${frozen}`]: `${freeze.seconds.toFixed(1)} s (target ≤ 5 s on PostgreSQL)`,
      "memory added by it": `${freeze.mebibytes.toFixed(0)} MiB`,
    };
  } finally {
    await mail.stop();
    await database.close();
  }
}

function smtpSettings(port: number) {
  return {
    version: 0,
    ...{ senderName: "Tenue", senderEmail: "bonjour@tenue.example", replyTo: null },
    ...{ preferredProvider: "smtp" as const, simulationMode: false, pauseMs: 0, parallelism: connections },
    ...{
      hourlyCap: null,
      dailyCap: null,
      confirmationHourlyCap: 500,
      ...{ confirmationRequested: true, decisionsWait: false, deleteUnconfirmed: false },
      smtpHost: "127.0.0.1",
      smtpPort: port,
      smtpUsername: null,
    },
  };
}

async function addPeople({ database }: Pick<Bed, "database">, count: number): Promise<void> {
  await database.pool.query(
    `insert into beta_signups (name, firstname, email, status)
     select 'Martin', 'Zoé', 'personne-' || n || '@exemple.fr', 'approved' from generate_series(1, $1::int) n
     on conflict do nothing`,
    [count],
  );
  await database.pool.query(
    "insert into consent_texts (version, text) values ('bench', '{}') on conflict do nothing",
  );
  await database.pool.query(
    `insert into consents (audience, signup_id, email_hash, purpose, text_version, confirmed_at)
     select 'user', id, email_hash, 'news', 'bench', now() from beta_signups s
     where not exists (select 1 from consents c where c.signup_id = s.id)`,
  );
}

/** @returns messages a second, from the start's answer to the last one recorded */
async function sendCampaign({ database: { db, pool }, mail, sink }: Bed, round: number): Promise<number> {
  const begin = performance.now();
  const { id } = await start(db, round);
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

function start(db: Database["db"], round: number) {
  return startCampaign(
    { db, now: () => new Date(), config },
    {
      ...{ subject: `La bêta ouvre ${round}`, content },
      ...{ recipientType: "user", statusFilter: "approved", kind: "news" },
    },
    { admin: operator, simulated: false },
  );
}

async function sendBare(port: number): Promise<number> {
  const pool = createTransport({
    ...{ host: "127.0.0.1", port, ignoreTLS: true, pool: true },
    ...{ maxConnections: connections, maxMessages: Number.POSITIVE_INFINITY },
  });
  const { html, text } = prepareContent(content, face);
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: messages }, (_, index) =>
      pool.sendMail({
        ...{ from: "Tenue <bonjour@tenue.example>", to: `Zoé Martin <personne-${index}@exemple.fr>` },
        ...{ subject: "La bêta ouvre", html, text },
      }),
    ),
  );
  const seconds = (performance.now() - begin) / 1_000;
  pool.close();
  return messages / seconds;
}

/** How long the start of a campaign to 100,000 people takes, and what the process holds afterwards that it did not before. */
async function measureFreeze({ database, mail }: Bed): Promise<{ seconds: number; mebibytes: number }> {
  await mail.stop();
  await addPeople({ database }, frozen);
  const before = process.memoryUsage.rss();
  const begin = performance.now();
  await start(database.db, rounds + 1);
  const seconds = (performance.now() - begin) / 1_000;
  return { seconds, mebibytes: Math.max(0, process.memoryUsage.rss() - before) / 2 ** 20 };
}
