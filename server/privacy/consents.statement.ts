import { type SQL, sql } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import type { NewSignup } from "#server/signups/signups.rules.ts";

/**
 * Notes who of the sign-ups that the statement around it stores agreed to news, and to which words.
 * @returns null when nobody did
 */
export function noteConsents(
  signups: readonly Pick<NewSignup, "id" | "newsConsent" | "textsVersion">[],
  audience: Audience,
): SQL | null {
  const agreed = signups.filter(({ newsConsent }) => newsConsent);
  if (agreed.length === 0) return null;
  return sql`
    insert into consents (audience, signup_id, email_hash, purpose, text_version)
    select ${audience}, stored.id, stored.email_hash, 'news', agreed.version
    from stored join unnest(
      ${sql.param(agreed.map(({ id }) => id))}::uuid[], ${sql.param(agreed.map(({ textsVersion }) => textsVersion))}::text[]
    ) as agreed (id, version) using (id)
    join consent_texts t on t.version = agreed.version`;
}
