import type { CodeFile } from "./code-file.ts";
import { tableOwners, testFile } from "./walls.ts";

type TableUse = { table: string; file: string; owner: string };

const writes = /(?:insert into|update|delete from|truncate)\s+(?:only\s+)?"?(\w+)"?/gi;
const reads = /(?:from|join|lock table)\s+(?:only\s+)?"?(\w+)"?/gi;

/** Every table that a file imports from the schema or names in SQL. */
export function findTableUses(files: CodeFile[]): TableUse[] {
  return files.filter(mayNameTables).flatMap((file) => {
    const tables = new Set([
      ...importedTables(file),
      ...tablesNamedIn(file, writes),
      ...tablesNamedIn(file, reads),
    ]);
    return [...tables].map((table) => ({ table, file: file.path, owner: tableOwners[table] ?? "" }));
  });
}

/** Tables that the schema declares without an owner. */
export const ownerlessTables = (files: CodeFile[]) =>
  files.flatMap(({ path, tables }) =>
    tables
      .map(camelCase)
      .filter((table) => !(table in tableOwners))
      .map((table) => ({ file: path, table })),
  );

const mayNameTables = ({ path }: CodeFile) =>
  path.startsWith("server/") && !path.startsWith("server/lib/database/") && !testFile.test(path);

const importedTables = (file: CodeFile) =>
  file.imports
    .filter(({ target }) => target.startsWith("db/schema"))
    .flatMap(({ names }) => names)
    .filter((name) => name in tableOwners);

function tablesNamedIn(file: CodeFile, pattern: RegExp): string[] {
  return file.literals
    .flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => camelCase(name ?? "")))
    .filter((name) => name in tableOwners);
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
