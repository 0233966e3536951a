import { and, asc, desc, eq, inArray, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import type { RecipientStatusFilter } from "#contract/email.ts";
import type { SaveSegment } from "#contract/segments.schema.ts";
import {
  type AnswerRule,
  type Conditions,
  type FriendsRule,
  type SegmentQuestion,
  type SegmentRule,
  type SourceRule,
  spellingsOf,
} from "#contract/segments.ts";
import { isUncounted, segments, sources } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { likePattern, textArray } from "#server/lib/database/sql.ts";
import { chose } from "../signup-list.queries.ts";
import { signupTables } from "../signups.queries.ts";

export type StoredSegment = SaveSegment & { id: string; version: number };

const columns = {
  id: segments.id,
  name: segments.name,
  audience: segments.audience,
  conditions: segments.conditions,
  version: segments.version,
};

export function findSegments(db: Db): Promise<StoredSegment[]> {
  return db
    .select(columns)
    .from(segments)
    .orderBy(asc(sql`lower(${segments.name})`));
}

/**
 * @param lock held until the transaction ends. `share` keeps others from changing the segment; `update` also keeps them from starting
 * campaigns for it
 */
export async function findSegment(
  db: Db,
  id: string,
  lock?: "share" | "update",
): Promise<StoredSegment | null> {
  const query = db.select(columns).from(segments).where(eq(segments.id, id));
  const [row] = await (lock ? query.for(lock) : query);
  return row ?? null;
}

/** True when another segment has this name, in any letter case. */
export async function isNameTaken(db: Db, name: string, id: string | null): Promise<boolean> {
  const same = sql`lower(${segments.name}) = lower(${name})`;
  return (await db.$count(segments, and(same, id === null ? undefined : ne(segments.id, id)))) > 0;
}

export function countSegments(db: Db): Promise<number> {
  return db.$count(segments);
}

/** @returns null when another segment has taken the name */
export async function insertSegment(db: Db, segment: SaveSegment): Promise<StoredSegment | null> {
  const [row] = await db.insert(segments).values(segment).onConflictDoNothing().returning(columns);
  return row ?? null;
}

/** Stores the next version of a segment, if the given version is still the newest. */
export async function updateSegment(
  db: Db,
  id: string,
  { version, ...values }: SaveSegment & { version: number },
): Promise<StoredSegment | null> {
  const [row] = await db
    .update(segments)
    .set({ ...values, version: version + 1 })
    .where(and(eq(segments.id, id), eq(segments.version, version)))
    .returning(columns);
  return row ?? null;
}

/** @returns the segment's name; null when the segment does not exist */
export async function deleteSegmentRow(db: Db, id: string): Promise<string | null> {
  const [row] = await db.delete(segments).where(eq(segments.id, id)).returning({ name: segments.name });
  return row?.name ?? null;
}

export function countSignups(db: Db, audience: Audience, condition: SQL): Promise<number> {
  return db.$count(signupTables[audience], condition);
}

/** The newest sign-ups that match. */
export function findNewestSignups(
  db: Db,
  audience: Audience,
  { condition, limit }: { condition: SQL; limit: number },
) {
  const table = signupTables[audience];
  return db
    .select({
      id: table.id,
      firstname: table.firstname,
      name: table.name,
      email: table.email,
      status: table.status,
      createdAt: table.createdAt,
    })
    .from(table)
    .where(condition)
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(limit);
}

/** Selects the addresses of the sign-ups that meet the conditions and have the status. Duplicates and samples are left out. */
export function selectAddresses(
  conditions: readonly { audience: Audience; condition: SQL }[],
  status: RecipientStatusFilter,
): SQL {
  const selects = conditions.map(
    ({ audience, condition }) => sql`
        select email_hash from ${signupTables[audience]}
        where ${status} in ('all', status) and duplicate_of is null and not sample and ${condition}`,
  );
  return sql.join(selects, sql` union all `);
}

/** Selects the ids of the sign-ups that meet the condition, for queries whose rows lack the columns that it names. */
export function selectIds(audience: Audience, condition: SQL): SQL {
  return sql`select id from ${signupTables[audience]} where ${condition}`;
}

export type Matcher = {
  audience: Audience;
  /** Names options by their current names. */
  conditions: Conditions;
  questions: readonly SegmentQuestion[];
  /**
   * Reads answers from their rows instead of by index. A count reads most rows, and checking the index's matches again takes twice as long.
   */
  forCount?: boolean;
};

type RuleContext = Omit<Matcher, "conditions">;

/** The rows of an audience's table that meet the conditions. Every value is a parameter. */
export function conditionOf({ conditions: { match, groups }, ...context }: Matcher): SQL {
  const joined = { all: and, any: or };
  const ofGroups = groups.map((group) =>
    joined[group.match](...group.rules.map((rule) => conditionOfRule(rule, context))),
  );
  return joined[match](...ofGroups) ?? matchesNone();
}

/** The rows whose newest invitation is in this state. `any`: rows that were invited; `none`: rows that were never invited. */
export function isInvited(state: string): SQL {
  if (state === "none")
    return sql`id not in (select invited from public.invited_signups('any') as one (invited))`;
  return sql`id in (select invited from public.invited_signups(${state}) as one (invited))`;
}

/** Joins all conditions; null for an empty list. */
export function joinConditions(conditions: readonly (SQL | null)[]): SQL | null {
  return and(...conditions.filter((condition) => condition !== null)) ?? null;
}

export function matchesNone(): SQL {
  return sql`false`;
}

/** Names columns without their table, because lists apply the condition to a subquery. */
function conditionOfRule(rule: SegmentRule, context: RuleContext): SQL {
  switch (rule.field) {
    case "status":
      if (rule.op === "anyOf") return inArray(sql`status`, rule.value);
      return rule.op === "is" ? sql`status = ${rule.value}` : sql`status <> ${rule.value}`;
    case "confirmed":
      return rule.value ? sql`confirmed_at is not null` : sql`confirmed_at is null`;
    case "news": {
      const agreed = sql`email_hash in (select address from public.news_addresses() as news (address))`;
      return rule.value ? agreed : not(agreed);
    }
    case "website": {
      const present = context.audience === "brand" ? sql`website <> ''` : matchesNone();
      return rule.value ? present : not(present);
    }
    case "starred":
      return sql`starred = ${rule.value}`;
    case "counted":
      return rule.value ? sql`not (${isUncounted})` : sql`(${isUncounted})`;
    case "date":
      return rule.op === "before"
        ? sql`created_at < (${rule.value}::date::timestamp at time zone 'Europe/Paris')`
        : sql`created_at >= ((${rule.value}::date + 1)::timestamp at time zone 'Europe/Paris')`;
    case "friends":
      return conditionOfFriends(rule);
    case "source":
      return conditionOfSource(rule);
    case "answer":
      return conditionOfAnswer(rule, context);
    default:
      return matchesNone(); // the rule comes from a newer version that runs at the same time
  }
}

/** People without friends have no row in `friend_counts`. */
function conditionOfFriends({ op, value }: FriendsRule): SQL {
  const having = (bound: SQL) =>
    sql`id in (select referrer_id from public.friend_counts() as counts where ${bound})`;
  if (op === "is") return value === 0 ? not(having(sql`true`)) : having(sql`friends = ${value}`);
  const enough = value === 0 ? sql`true` : having(sql`friends >= ${value}`);
  return op === "after" ? enough : not(enough);
}

/** Neither `is` nor `isNot` matches a row without a source. */
function conditionOfSource(rule: SourceRule): SQL {
  if (rule.op === "none") return sql`source_id is null`;
  const named = rule.op === "anyOf" ? rule.value : [rule.value];
  const ids = sql`(select id from ${sources} where ${inArray(sources.source, named)})`;
  // `not in` an empty list, of an unknown source, is true for null too.
  return rule.op === "isNot"
    ? sql`(source_id is not null and source_id not in ${ids})`
    : sql`source_id in ${ids}`;
}

/** Neither `is` nor `isNot` matches a row without an answer. */
function conditionOfAnswer(rule: AnswerRule, { questions, forCount }: RuleContext): SQL {
  const { questionId } = rule;
  if (rule.op === "none") return sql`not responses ? ${questionId}::text`;
  if (rule.op === "contains") {
    // `offset 0`: `search_key` reads its argument several times, and would extract the answer from the row each time.
    return sql`exists (
      select from (select responses ->> ${questionId}::text as text offset 0) as answer
      where public.search_key(text) like public.search_key(${likePattern(rule.value)}))`;
  }
  const question = questions.find(({ id }) => id === questionId);
  const options = rule.op === "anyOf" ? rule.value : [rule.value];
  const texts = question ? spellingsOf(question, options) : [];
  const isOneOf = sql`responses -> ${questionId}::text ?| ${textArray(texts)}::text[]`;
  // No index serves a negation. Without an answer the condition is null, so `where` leaves the row out.
  if (rule.op === "isNot") return sql`(not ${isOneOf})`;
  return forCount ? isOneOf : chose({ questionId, texts });
}
