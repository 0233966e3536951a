import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import type { ConsentConfirmation, WithdrawnBy } from "#contract/privacy.ts";
import { consents, consentTexts } from "#db/schema/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, textArray } from "#server/lib/database/sql.ts";

/** The sign-up that a consent belongs to. */
export type ConsentHolder = { audience: Audience; signupId: string };

export async function insertConsentTexts(db: Db, texts: { version: string; text: string }): Promise<void> {
  await db.insert(consentTexts).values(texts).onConflictDoNothing();
}

/** @returns the newly confirmed addresses, without addresses that were confirmed before */
export async function confirmConsentsOf(db: Db, { audience, signupId }: ConsentHolder): Promise<string[]> {
  const confirmed = await db
    .update(consents)
    .set({ confirmedAt: sql`now()`, confirmation: "with_news" })
    .where(waitsOf({ audience, signupId }))
    .returning({ emailHash: consents.emailHash });
  return confirmed.map(({ emailHash }) => emailHash);
}

/** Marks the consent of the form as withdrawn, because its owner confirmed only the address. The row stays as proof. */
export async function declineConsents(db: Db, holder: ConsentHolder): Promise<void> {
  await db
    .update(consents)
    .set({ withdrawnAt: sql`now()`, withdrawnBy: "person", confirmation: "address_only" })
    .where(waitsOf(holder));
}

function waitsOf({ audience, signupId }: ConsentHolder) {
  return and(
    eq(consents.audience, audience),
    eq(consents.signupId, signupId),
    isNull(consents.confirmedAt),
    isNull(consents.withdrawnAt),
  );
}

/** Adds a confirmed consent to the current words, or confirms the unconfirmed consent. */
export async function insertConfirmedConsent(
  db: Db,
  { audience, signupId, emailHash, textVersion }: ConsentHolder & { emailHash: string; textVersion: string },
): Promise<void> {
  await db
    .insert(consents)
    .values({
      audience,
      signupId,
      emailHash,
      textVersion,
      purpose: "news",
      confirmedAt: sql`now()`,
      confirmation: "own_page",
    })
    .onConflictDoUpdate({
      target: [consents.signupId, consents.purpose],
      targetWhere: sql`withdrawn_at is null`,
      set: {
        confirmedAt: sql`excluded.confirmed_at`,
        confirmation: sql`excluded.confirmation`,
        textVersion: sql`excluded.text_version`,
      },
      setWhere: isNull(consents.confirmedAt),
    });
}

export type ImportedConsent = {
  signupId: string;
  emailHash: string;
  textVersion: string;
  text: string;
  at: Date;
};

/** Inserts consents that were given elsewhere, and their words if these are new. They count from the day on which they were given. */
export async function insertImportedConsents(
  db: Db,
  audience: Audience,
  given: readonly ImportedConsent[],
): Promise<void> {
  const column = (read: (consent: ImportedConsent) => string) => textArray(given.map(read));
  await db.execute(sql`
    with given as (
      select * from unnest(
        ${column(({ signupId }) => signupId)}::uuid[],
        ${column(({ emailHash }) => emailHash)}::text[],
        ${column(({ textVersion }) => textVersion)}::text[],
        ${column(({ text }) => text)}::text[],
        ${column(({ at }) => at.toISOString())}::timestamptz[]
      ) as given (signup_id, email_hash, text_version, text, at)
    ), words as (
      insert into consent_texts (version, text)
      select distinct text_version, text from given order by text_version
      on conflict do nothing
    )
    insert into consents (audience, signup_id, email_hash, purpose, text_version, given_at, confirmed_at, origin)
    select ${audience}, signup_id, email_hash, 'news', text_version, at, at, 'import' from given`);
}

/** @returns how many consents were withdrawn */
export async function withdrawConsentsOf(
  db: Db,
  { emailHash, by }: { emailHash: string; by: WithdrawnBy },
): Promise<number> {
  const { rowCount } = await db
    .update(consents)
    .set({ withdrawnAt: sql`now()`, withdrawnBy: by })
    .where(and(eq(consents.emailHash, emailHash), isNull(consents.withdrawnAt)));
  return rowCount ?? 0;
}

/**
 * Moves a sign-up's consents to another address. Withdrawn consents stay withdrawn.
 * @param isConfirmed true: the owner confirmed the new address; false: the consents need a new confirmation
 */
export async function moveConsents(
  db: Db,
  { signupId, emailHash, isConfirmed }: { signupId: string; emailHash: string; isConfirmed: boolean },
): Promise<void> {
  await db
    .update(consents)
    .set({
      emailHash,
      ...(!isConfirmed && {
        confirmedAt: null,
        confirmation: sql`case when ${consents.withdrawnAt} is not null then ${consents.confirmation} end`,
      }),
    })
    .where(eq(consents.signupId, signupId));
}

/** Deletes the consents of these sign-ups or of these addresses. */
export async function deleteConsents(
  db: Db,
  { signupIds = [], emailHashes = [] }: { signupIds?: string[]; emailHashes?: string[] },
): Promise<void> {
  await db
    .delete(consents)
    .where(or(inArray(consents.signupId, signupIds), inArray(consents.emailHash, emailHashes)));
}

const countSchema = z.object({ count: z.number() });

/**
 * Repeats the consents that their owner withdrew last, now to the current text; they are confirmed if the earlier ones were. A consent
 * that an administrator withdrew, or that was declined when the address was confirmed, is not repeated.
 * @returns how many sign-ups have a consent again
 */
export async function reinsertWithdrawnConsents(
  db: Db,
  { emailHash, textVersion }: { emailHash: string; textVersion: string },
): Promise<number> {
  const { count } = await onlyRow(
    db,
    countSchema,
    sql`
    with last as (
      select distinct on (signup_id) * from consents
      where email_hash = ${emailHash} and purpose = 'news'
      order by signup_id, withdrawn_at desc nulls first, id desc
    ), given as (
      insert into consents (audience, signup_id, email_hash, purpose, text_version, confirmed_at, confirmation)
      select audience, signup_id, email_hash, purpose, ${textVersion},
        case when confirmed_at is not null then now() end, case when confirmed_at is not null then 'returned' end
      from last where withdrawn_by = 'person' and confirmation is distinct from 'address_only'
      on conflict do nothing returning 1
    )
    select count(*)::int as count from given`,
  );
  return count;
}

export type StoredConsent = {
  audience: Audience;
  signupId: string;
  /** All texts of that version, as JSON. */
  text: string;
  textVersion: string;
  givenAt: Date;
  confirmedAt: Date | null;
  confirmation: ConsentConfirmation | null;
  withdrawnAt: Date | null;
  withdrawnBy: WithdrawnBy | null;
  /** `import`: the consent was given elsewhere. */
  origin: "import" | null;
};

/** Oldest first. */
export async function findConsentsByAddress(db: Db, emailHash: string): Promise<StoredConsent[]> {
  return db
    .select({
      audience: consents.audience,
      signupId: consents.signupId,
      text: consentTexts.text,
      textVersion: consents.textVersion,
      givenAt: consents.givenAt,
      confirmedAt: consents.confirmedAt,
      confirmation: consents.confirmation,
      withdrawnAt: consents.withdrawnAt,
      withdrawnBy: consents.withdrawnBy,
      origin: consents.origin,
    })
    .from(consents)
    .innerJoin(consentTexts, eq(consentTexts.version, consents.textVersion))
    .where(eq(consents.emailHash, emailHash))
    .orderBy(consents.givenAt, consents.id);
}

/** True when news may be sent to an address, by the same rule as for every message. */
export async function receivesNews(db: Db, emailHash: string): Promise<boolean> {
  const row = await onlyRow(
    db,
    z.object({ may: z.boolean() }),
    sql`select allowed as may from mail_permission(${emailHash}, 'campaign', 'news')`,
  );
  return row.may;
}

/** True when the address has a consent to withdraw, confirmed or not. */
export async function hasOpenConsent(db: Db, emailHash: string): Promise<boolean> {
  const found = await db
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.emailHash, emailHash), isNull(consents.withdrawnAt)))
    .limit(1);
  return found.length > 0;
}
