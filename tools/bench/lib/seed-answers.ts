import pg from "pg";
import { benchQuestions } from "./sample-data.ts";

/** Six more questions, so that every sign-up gives ten answers: seven choices and three texts. */
const moreQuestions = Array.from({ length: 6 }, (_, index) => ({
  id: `00000000-0000-4000-8000-0000000001${String(index).padStart(2, "0")}`,
  options: index < 4 ? ["Lin", "Coton", "Laine", "Soie", "Denim", "Cuir"] : null,
}));

export const choiceQuestion = benchQuestions[2].id;
export const textQuestion = benchQuestions[0].id;

/** Runs statements beside the measured server. */
export async function withClient<Result>(databaseUrl: string, use: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

export async function insertMoreQuestions(client: pg.Client): Promise<void> {
  for (const [index, { id, options }] of moreQuestions.entries()) {
    await client.query(
      `insert into questionnaire_items (id, question, field_type, options, order_position, target_type)
       values ($1, $2, $3, $4, $5, 'both')`,
      [
        id,
        `Matière ${index + 1} ?`,
        options ? "select" : "text",
        options && JSON.stringify(options),
        index + 101,
      ],
    );
  }
}

/** A valid body of `POST /api/signups/user` with ten answers. */
export function moreAnswers(): Record<string, string> {
  return Object.fromEntries(
    moreQuestions.map(({ id, options }) => [id, options?.[1] ?? "Une réponse libre"]),
  );
}

/** Nine users for one brand, ten answers each, over two years; counted once, as after a restore. */
export async function seedAnswers(client: pg.Client, from: number, to: number): Promise<void> {
  for (const [table, website, condition] of [
    ["beta_signups", "", "n % 10 <> 0"],
    ["brand_signups", ", 'atelier' || n || '.example'", "n % 10 = 0"],
  ] as const) {
    await client.query(`alter table ${table} disable trigger user`);
    await client.query(
      `insert into ${table} (firstname, name, email, status, created_at, responses${website && ", website"})
       select 'Élodie', 'Martin', 'personne' || n || '@exemple.fr',
              (array['pending', 'approved', 'rejected'])[1 + n % 3],
              now() - (n * 7919 % 63072000) * interval '1 second', ${responses()}${website}
       from generate_series($1::bigint, $2::bigint) as n where ${condition}`,
      [from + 1, to],
    );
    await client.query(`alter table ${table} enable trigger user`);
  }
  await client.query("select rebuild_counts()");
  await client.query("vacuum analyze");
}

function responses(): string {
  const [city, rhythm, styles, age] = benchQuestions;
  const pick = (options: readonly string[], factor: number) =>
    `(array[${options.map((option) => `'${option}'`).join(", ")}])[1 + (n * ${factor}) % ${options.length}]`;
  const answers = [
    [city.id, "'Ville ' || (n * 13) % 5000"],
    [rhythm.id, pick(rhythm.options, 17)],
    [styles.id, `jsonb_build_array(${pick(styles.options, 19)}, ${pick(styles.options, 23)})`],
    [age.id, pick(age.options, 29)],
    ...moreQuestions.map(({ id, options }, index) => [
      id,
      options ? pick(options, 31 + 2 * index) : `'Texte ' || (n * ${37 + index}) % 20000`,
    ]),
  ];
  return `jsonb_build_object(${answers.map(([id, value]) => `'${id}', ${value}`).join(", ")})`;
}
