import type { BenchRow } from "./bench-options.ts";

export function markdownTable(rows: readonly BenchRow[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ""))),
  ].join("\n");
}

/** Writes one table, or several one after the other. */
export function markdownTables(tables: readonly BenchRow[] | readonly BenchRow[][]): string {
  const several = tables.filter((table): table is BenchRow[] => Array.isArray(table));
  if (several.length > 0) return several.map(markdownTable).join("\n\n");
  return markdownTable(tables as readonly BenchRow[]);
}

/** Puts the table between `<!-- bench:name -->` and `<!-- /bench:name -->`; appends it when the markers are missing. */
export function replaceTable(document: string, name: string, table: string): string {
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const block = `${start}\n${table}\n${end}`;
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from === -1 || to < from) return `${document.trimEnd()}\n\n${block}\n`;
  return document.slice(0, from) + block + document.slice(to + end.length);
}
