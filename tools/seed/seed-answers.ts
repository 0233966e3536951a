import { type SQL, sql } from "drizzle-orm";
import type { Question } from "#contract/questionnaire.ts";
import { questionTypes } from "#contract/questions/registry.ts";
import { bestSellers, favouriteBrands, remarks, wishes } from "./seed-words.ts";

type Options = { seed: number; optionalShare: number };

/** `jsonb_build_object` accepts at most a hundred arguments. */
const questionsPerObject = 50;

/** The answers of the sign-up with the number `n`, as a jsonb expression. Unanswered questions have no key. */
export function answersExpression(questions: readonly Question[], options: Options): SQL {
  const pairs = questions.map((question, index) => {
    const answer = answerExpression(question, { ...options, salt: 1_000 * (index + 1) });
    return sql`${question.id}::text, ${answer}`;
  });
  const objects: SQL[] = [sql`'{}'::jsonb`];
  for (let at = 0; at < pairs.length; at += questionsPerObject) {
    const some = sql.join(pairs.slice(at, at + questionsPerObject), sql`, `);
    objects.push(sql`jsonb_strip_nulls(jsonb_build_object(${some}))`);
  }
  return sql`(${sql.join(objects, sql` || `)})`;
}

type Place = Options & { salt: number };

function answerExpression(question: Question, place: Place): SQL {
  const answer = givenAnswer(question, place);
  if (question.required) return answer;
  return sql`case when ${unit(place.seed, place.salt)} < ${place.optionalShare}::float8 then ${answer} end`;
}

function givenAnswer(question: Question, place: Place): SQL {
  const { isChoice, isMultiple } = questionTypes[question.fieldType];
  if (!isChoice) return written(question, place);
  const options = question.options ?? [];
  return isMultiple ? ticked(options, place) : sql`to_jsonb(${favoured(options, place)})`;
}

/** The answer to a free-text question. A type without known words stays unanswered. */
function written({ fieldType, question }: Question, { seed, salt }: Place): SQL {
  switch (fieldType) {
    case "email":
      return sql`to_jsonb('contact.' || n || '@boite.example')`;
    case "textarea":
      return sql`to_jsonb(${oneOf(wishes, seed, salt + 1)} || case when ${unit(seed, salt + 2)} < 0.4
        then E'\\n' || ${oneOf(remarks, seed, salt + 3)} else '' end)`;
    case "text":
      return sql`to_jsonb(${oneOf(question.includes("pièce") ? bestSellers : favouriteBrands, seed, salt + 1)})`;
    default:
      return sql`null::jsonb`;
  }
}

/** Picks one option; earlier options are picked more often. */
function favoured(options: readonly string[], { seed, salt }: Place): SQL {
  return sql`(${texts(options)})[1 + floor(${options.length} * power(${unit(seed, salt + 1)}, 1.7))::int]`;
}

/** Picks each option independently, but at least one. */
function ticked(options: readonly string[], place: Place): SQL {
  const parts = options.map((option, index) => {
    const share = 0.12 + 0.5 / (index + 1);
    return sql`case when ${unit(place.seed, place.salt + 2 + index)} < ${share}::float8 then ${option}::text end`;
  });
  const chosen = sql`array_remove(array[${sql.join(parts, sql`, `)}], null)`;
  return sql`case when cardinality(${chosen}) > 0 then to_jsonb(${chosen}) else to_jsonb(array[${favoured(options, place)}]) end`;
}

function oneOf(words: readonly string[], seed: number, salt: number): SQL {
  return sql`(${texts(words)})[1 + floor(${words.length} * ${unit(seed, salt)})::int]`;
}

export function texts(words: readonly string[]): SQL {
  return sql`${sql.param([...words])}::text[]`;
}

/** A number from 0 up to 1, the same for the same row, seed and salt on every PostgreSQL. */
export function unit(seed: number, salt: number): SQL {
  return sql.raw(`((hashint8extended(n, ${seed * 1_000_000 + salt}) & 2147483647)::float8 / 2147483648)`);
}
