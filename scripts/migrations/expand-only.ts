/** The newest migration of 0.2.0. After newer migrations, the previous version must still run. */
const lastOfFirstRelease = 28;

type MigrationFile = { name: string; text: string };

const contracting: [RegExp, string][] = [
  [/\bdrop\b(?!\s+not\s+null)/i, "DROP takes away what the version before still uses"],
  [/\brename\b/i, "RENAME takes a name away that the version before still uses"],
  [/\bset\s+not\s+null\b/i, "SET NOT NULL refuses rows as the version before writes them"],
  [
    /\balter\s+type\b(?![^;]*\badd\s+value\b)|\bset\s+data\s+type\b|\balter\s+column\s+\S+\s+type\b/i,
    "ALTER TYPE changes what the version before reads and writes, and rewrites the table under a lock",
  ],
  [
    /\badd\s+column\b(?=[^;,]*\bnot\s+null\b)(?![^;,]*\b(?:default|generated)\b)/i,
    "a new column that is NOT NULL without a default refuses rows as the version before writes them",
  ],
];
const note = /^\s*--\s*contract\b.*\S/im;

/**
 * Statements of newer migrations that would break the previous version while it still runs. One release adds the new form, the
 * next release uses it, and a later release removes the old form with a line `-- contract: why it is unused` in the statement.
 */
export function findContractions(files: MigrationFile[]): string[] {
  return files
    .filter(({ name }) => Number.parseInt(name, 10) > lastOfFirstRelease)
    .flatMap(({ name, text }) =>
      text
        .split("--> statement-breakpoint")
        .filter((statement) => !note.test(statement))
        .flatMap((statement) => {
          const code = statement.replace(/--.*$/gm, "");
          return contracting.filter(([found]) => found.test(code)).map(([, why]) => `${name}: ${why}`);
        }),
    );
}
