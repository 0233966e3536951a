import type { z } from "zod";
import type { startCampaignSchema } from "#contract/campaigns.schema.ts";
import { updateEmailSettingsSchema } from "#contract/email.schema.ts";
import { readConfig } from "#server/lib/config.ts";
import type { Database } from "#server/lib/database/database.ts";
import { startCampaign } from "#server/mail/sending/campaign-start.service.ts";

export const mailConfig = {
  ...readConfig({ MAIL_PRIVATE_HOSTS: "127.0.0.1" }),
  authSecret: "a-secret-for-benchmarks-that-is-long-enough",
};

/** How many messages are under way at the same time. */
export const connections = 5;

export const operator = { email: "bench@tenue.example", isSuperAdmin: true, recentlyConfirmed: true };

export const content = "<h1>La bêta ouvre</h1><p>Bonjour {{firstName}}, votre accès est prêt.</p>";

/** Settings without pause and cap, to send at full speed. */
export function smtpSettings(port: number) {
  return updateEmailSettingsSchema.parse({
    version: 0,
    senderName: "Tenue",
    senderEmail: "bonjour@tenue.example",
    replyTo: null,
    preferredProvider: "smtp" as const,
    simulationMode: false,
    pauseMs: 0,
    parallelism: connections,
    smtpHost: "127.0.0.1",
    smtpPort: port,
    smtpUsername: null,
  });
}

/** People who agreed to news, inserted directly. */
export async function addPeople({ pool }: Pick<Database, "pool">, count: number): Promise<void> {
  await pool.query(
    `insert into beta_signups (name, firstname, email, status)
     select 'Martin', 'Zoé', 'personne-' || n || '@exemple.fr', 'approved' from generate_series(1, $1::int) n
     on conflict do nothing`,
    [count],
  );
  await pool.query("insert into consent_texts (version, text) values ('bench', '{}') on conflict do nothing");
  await pool.query(
    `insert into consents (audience, signup_id, email_hash, purpose, text_version, confirmed_at)
     select 'user', id, email_hash, 'news', 'bench', now() from beta_signups s
     where not exists (select 1 from consents c where c.signup_id = s.id)`,
  );
}

/** @param round makes the text unique, because the server refuses a second start of the same campaign */
export function start({ db }: Pick<Database, "db">, round: number) {
  const campaign: z.output<typeof startCampaignSchema> = {
    subject: `La bêta ouvre ${round}`,
    content,
    recipientType: "user",
    statusFilter: "approved",
    segmentId: null,
    kind: "news",
  };
  return startCampaign({ db, now: () => new Date(), config: mailConfig }, campaign, {
    admin: operator,
    simulated: false,
  });
}
