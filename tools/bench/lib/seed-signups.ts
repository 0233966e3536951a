import pg from "pg";
import { benchQuestions } from "./sample-data.ts";

const firstnames = [
  ..."Anne Élodie Zoé François Noël Chloé Héloïse Gaël Loïc Jérôme Océane Léa Aurélie Benoît Cédric Hélène Inès".split(
    " ",
  ),
  ..."Joël Lucas Manon Camille Hugo Louise Jules Alice Nathan Emma Arthur Rose Paul Lina Adam Mila Raphaël".split(
    " ",
  ),
];
const names = [
  ..."Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefèvre Leroy Roux".split(
    " ",
  ),
  ..."David Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Muller Faure André".split(
    " ",
  ),
  ..."Mercier Blanc Guérin Boyer Garnier Chevalier François Legrand Gauthier Garcia Perrin Robin Clément Morin".split(
    " ",
  ),
  ..."Nicolas Henry Roussel Mathieu Gautier Masson Marchand Duval Denis Dumont Marie Lemaire Noël Meyer Dufour".split(
    " ",
  ),
];

const firstDay = new Date("2025-01-01T00:00:00Z");

/**
 * Inserts the sign-ups of users from the number `from` up to `to` with set-based SQL, and then recounts the ledger.
 * @param since when the first one signed up. A million sign-ups span a year, and a server's upkeep deletes older ones.
 */
export async function seedSignups(
  databaseUrl: string,
  from: number,
  to: number,
  since: Date = firstDay,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("alter table beta_signups disable trigger user");
    await client.query(insertion, [from + 1, to, firstnames, names, since]);
    await client.query("alter table beta_signups enable trigger user");
    await client.query("select rebuild_counts()");
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** Adds a consent to news to four of ten sign-ups that have none. */
export async function seedConsents(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      "insert into consent_texts (version, text) values ('bench', 'bench') on conflict do nothing",
    );
    await client.query(`
      insert into consents (audience, signup_id, email_hash, purpose, text_version, confirmed_at)
      select 'user', id, email_hash, 'news', 'bench', now() from beta_signups
      where extract(second from created_at)::int % 5 < 2
        and not exists (select from consents where signup_id = beta_signups.id)`);
    await client.query("vacuum analyze consents");
  } finally {
    await client.end();
  }
}

const [city, rhythm, styles, age] = benchQuestions;
const anyOf = (options: readonly string[], factor: number) =>
  `(array[${options.map((option) => `'${option}'`).join(", ")}])[1 + (n * ${factor}) % ${options.length}]`;

/** Every choice follows from the number by multiplication with a prime, so that all runs have the same data. */
const insertion = `
  insert into beta_signups (firstname, name, email, email_hash, status, created_at, responses)
  select ($3::text[])[1 + (n * 7919) % cardinality($3::text[])],
         ($4::text[])[1 + (n * 104729) % cardinality($4::text[])],
         'personne' || n || '@exemple.fr',
         'adresse' || n,
         case (n * 31) % 10 when 0 then 'rejected' when 1 then 'approved' when 2 then 'approved' else 'pending' end,
         $5::timestamptz + (n * 31.536) * interval '1 second',
         jsonb_build_object(
           '${city.id}', 'Ville ' || (n * 13) % 5000,
           '${rhythm.id}', ${anyOf(rhythm.options, 17)},
           '${styles.id}', jsonb_build_array(${anyOf(styles.options, 19)}, ${anyOf(styles.options, 23)}),
           '${age.id}', ${anyOf(age.options, 29)})
  from generate_series($1::bigint, $2::bigint) as n`;
