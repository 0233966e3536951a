import { sql } from "drizzle-orm";
import { z } from "zod";
import { type EmailLane, emailLanes } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/rows.ts";
import { caps } from "#server/mail/settings/settings.statement.ts";

/** What keeps a lane from sending: a cap on all mail, or the one on confirmations. */
export type MailLimit = z.output<typeof limitSchema>;
const limitSchema = z.object({ at: z.coerce.date(), reason: z.enum(["cap", "confirmation_cap"]) });

/** Until when a lane has to wait, and for what; null when it may send now. The counterpart of `mail_room()`. */
export async function findCapacity(db: Db, lane: EmailLane): Promise<MailLimit | null> {
  const everyLane = sql`${lanesLiteral(emailLanes)}::text[]`;
  const sharing =
    lane === "link"
      ? everyLane
      : sql`${lanesLiteral(emailLanes.filter((other) => other !== "link"))}::text[]`;
  const [limit] = await rows(
    db,
    limitSchema,
    sql`
    select full_until.at, limits.reason
    from (${caps}) caps,
      lateral (values
        ('cap', caps.hourly, interval '1 hour', ${everyLane}),
        ('cap', caps.daily, interval '1 day', ${everyLane}),
        ('cap', mail_share(caps.hourly, ${lane}), interval '1 hour', ${sharing}),
        ('cap', mail_share(caps.daily, ${lane}), interval '1 day', ${sharing}),
        ('confirmation_cap', case when ${lane} = 'confirmation' then caps.confirmations end, interval '1 hour', '{confirmation}')
      ) as limits (reason, share, span, lanes),
      lateral (
        select departed_at + limits.span as at from email_log
        where departed_at > now() - limits.span and lane = any(limits.lanes)
        order by departed_at desc offset limits.share - 1 limit 1
      ) as full_until
    where limits.share is not null
    order by full_until.at desc limit 1`,
  );
  return limit ?? null;
}

const lanesLiteral = (lanes: readonly EmailLane[]) => `{${lanes.join(",")}}`;
