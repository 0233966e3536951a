import { type SQL, sql } from "drizzle-orm";
import { type Audience, addresses } from "#contract/audience.ts";
import { isAnswerable, type Question } from "#contract/questionnaire.ts";
import type { Db } from "#server/lib/database/database.ts";
import { answersExpression, texts, unit } from "./seed-answers.ts";
import {
  brandFirstWords,
  brandSecondWords,
  emailDomains,
  firstnames,
  lastnames,
  slug,
} from "./seed-words.ts";

/** A part of the sign-ups of one audience: the numbers `first` to `last` out of `offset + 1` to `offset + total`. */
export type Batch = {
  audience: Audience;
  first: number;
  last: number;
  offset: number;
  total: number;
  seed: number;
  now: Date;
  textsVersion: string;
  questions: readonly Question[];
  /** Share of optional questions that are answered. */
  optionalShare: number;
};

/** The sine waves in `people` extend these days to 120. */
const days = 115;

/** The database makes the sign-ups from their numbers, because a million rows would need millions of parameters. Returns the count. */
export async function insertBatch(db: Db, batch: Batch): Promise<number> {
  const { audience, seed } = batch;
  const table = sql.identifier(audience === "user" ? "beta_signups" : "brand_signups");
  const website = audience === "brand";
  const result = await db.execute<{ count: number }>(sql`
    with stored as (insert into ${table} (id, firstname, name, email, ${website ? sql`website,` : sql``} responses, created_at, status,
      decided_at, texts_version, confirmed_at)
    select
      overlay(overlay(md5(${`${audience} ${seed} `} || n) placing '4' from 13) placing 'a' from 17)::uuid, firstname, name, email,
      ${website ? sql`'https://www.' || slug || '-' || n || '.example',` : sql``}
      responses, created_at, status,
      case when status <> 'pending' then
        least(created_at + (interval '6 days') * (0.02 + ${unit(seed, 12)}), ${batch.now.toISOString()}::timestamptz)
      end,
      ${batch.textsVersion},
      case when ${unit(seed, 13)} < 0.8 then least(created_at + (interval '1 day') * ${unit(seed, 14)}, ${batch.now.toISOString()}::timestamptz) end
    from (${people(batch)}) as person
    on conflict do nothing
    returning id, email_hash, created_at, texts_version, confirmed_at
    ), ${consentsOf(batch)}
    select count(*)::int as count from stored`);
  return result.rows[0]?.count ?? 0;
}

/** Two in five people want news, with a confirmed address or not. A few of the confirmed people have unsubscribed. */
function consentsOf({ audience, now }: Batch): SQL {
  const chance = sql`hashtextextended(id::text, 1) & 1023`;
  return sql`agreed as (
      insert into consents (audience, signup_id, email_hash, purpose, text_version, given_at, confirmed_at, withdrawn_at, withdrawn_by)
      select ${audience}, id, email_hash, 'news', texts_version, created_at, confirmed_at, left_at,
        case when left_at is not null then 'person' end
      from stored, lateral (
        select case when confirmed_at is not null and (${chance}) < 30 then ${now.toISOString()}::timestamptz end as left_at
      ) as leaving
      where (${chance}) < 410
      returning email_hash, withdrawn_at
    ), left_news as (
      insert into suppressions (email_hash, scope, reason, at, source)
      select distinct email_hash, 'news', 'unsubscribed', withdrawn_at, 'Lien de désinscription' from agreed where withdrawn_at is not null
      on conflict do nothing
    )`;
}

function people(batch: Batch): SQL {
  const { seed, first, last, now } = batch;
  const status = sql`case
    when ${unit(seed, 9)} < (case when created_at > ${now.toISOString()}::timestamptz - interval '6 days' then 0.75 else 0.18 end) then 'pending'
    when ${unit(seed, 10)} < 0.8 then 'approved' else 'rejected' end`;
  const named = sql`
    select n, ${names(batch)},
      ${now.toISOString()}::timestamptz - (interval '1 day') * (x + 0.6 * sin(x * 0.9) + 4 * sin(x * 0.17)) as created_at
    from generate_series(${first}::bigint, ${last}::bigint) as n, lateral (select ${age(batch)} as x) as place`;
  const domain = pick(emailDomains, seed, 7);
  return sql`
    select n, firstname, name, slug, created_at, ${status} as status,
      ${answersExpression(askedOf(batch), batch)} as responses,
      local || '.' || n || '@' || ${domain} as email
    from (${named}) as named`;
}

/** The age in days. The number of sign-ups per day grows over time; the sine waves in `people` add busier weeks and months. */
function age({ seed, offset, total }: Batch): SQL {
  return sql`${days} * (1 - power((n - ${offset}::bigint - ${unit(seed, 8)}) / ${total}::float8, 0.7))`;
}

/** `firstname`, `name`, `local` (of the e-mail address) and `slug` (of the website). */
function names({ audience, seed }: Batch): SQL {
  const firstname = pick(firstnames, seed, 1);
  const local = pick(firstnames.map(slug), seed, 1);
  if (audience === "brand") {
    const name = sql`${pick(brandFirstWords, seed, 2)} || ' ' || ${pick(brandSecondWords, seed, 3)}`;
    const host = sql`${pick(brandFirstWords.map(slug), seed, 2)} || '-' || ${pick(brandSecondWords.map(slug), seed, 3)}`;
    return sql`${firstname} as firstname, ${name} as name, ${local} as local, ${host} as slug`;
  }
  const doubled = sql`case when ${unit(seed, 5)} < 0.07 then '-' || ${pick(lastnames, seed, 6)} else '' end`;
  const name = sql`${pick(lastnames, seed, 4)} || ${doubled}`;
  const mailbox = sql`${local} || '.' || ${pick(lastnames.map(slug), seed, 4)}`;
  return sql`${firstname} as firstname, ${name} as name, ${mailbox} as local, '' as slug`;
}

function askedOf({ audience, questions }: Batch): Question[] {
  return questions.filter(
    (question) => question.active && addresses(question.targetType, audience) && isAnswerable(question),
  );
}

/** Picks one of the words by the number of the row and a salt. */
function pick(words: readonly string[], seed: number, salt: number): SQL {
  return sql`(${texts(words)})[1 + floor(${words.length} * ${unit(seed, salt)})::int]`;
}
