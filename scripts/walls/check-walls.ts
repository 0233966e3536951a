import type { CodeFile } from "./code-file.ts";
import { findCycles } from "./cycles.ts";
import { exceptions } from "./exceptions.ts";
import { findTableUses, ownerlessTables } from "./tables.ts";
import {
  type Apart,
  type Area,
  apart,
  areas,
  type Exception,
  type Layers,
  layers,
  privateRoles,
  testFile,
} from "./walls.ts";

type Violation = { from: string; to: string; why: string };

/** All violations of the walls, then the unused exceptions. */
export function checkWalls(files: CodeFile[], allowed: Exception[] = exceptions): Violation[] {
  const broken = [...files.flatMap(brokenImports), ...cyclesIn(files), ...foreignTables(files)];
  const covers = (entry: Exception, { from, to }: Violation) =>
    from.startsWith(entry.from) && to.startsWith(entry.to);
  const needless = allowed
    .filter((entry) => !broken.some((violation) => covers(entry, violation)))
    .map(({ from, to }) => ({ from, to, why: "an exception that nothing needs: take it out" }));
  return [...broken.filter((violation) => !allowed.some((entry) => covers(entry, violation))), ...needless];
}

function brokenImports(file: CodeFile): Violation[] {
  return file.imports.flatMap(({ target }) => {
    const reasons = [
      ...areas.map((area) => leavesArea(area, file.path, target)),
      ...layers.map((stack) => climbs(stack, file.path, target)),
      ...apart.map((rooms) => crosses(rooms, file.path, target)),
      entersFeature(file.path, target),
    ];
    return reasons.filter((why) => why !== null).map((why) => ({ from: file.path, to: target, why }));
  });
}

function leavesArea(
  { area, except, mayImport, packages, why }: Area,
  from: string,
  to: string,
): string | null {
  if (!from.startsWith(area) || except?.test(from)) return null;
  if (testFile.test(from) && to.startsWith("test/support/")) return null;
  const allowed = to.startsWith("package:")
    ? !packages || packages.includes(to.slice("package:".length))
    : mayImport.some((prefix) => to.startsWith(prefix));
  return allowed ? null : why;
}

function climbs({ name, layers }: Layers, from: string, to: string): string | null {
  if (testFile.test(from)) return null;
  const [own, other] = [layerOf(layers, from), layerOf(layers, to)];
  return own > other && other >= 0 ? `${name}: a lower layer imports a higher one` : null;
}

const layerOf = (layers: RegExp[], path: string) => layers.findIndex((layer) => layer.test(path));

function crosses({ folder, shared, why }: Apart, from: string, to: string): string | null {
  const roomIn = (path: string) =>
    path.startsWith(folder) ? `${folder}${path.slice(folder.length).split("/")[0]}/` : null;
  const [own, other] = [roomIn(from), roomIn(to)];
  if (!own || !other || own === other) return null;
  return [own, other].some((room) => shared.some((prefix) => room.startsWith(prefix))) ? null : why;
}

function entersFeature(from: string, to: string): string | null {
  const feature = featureOf(to);
  if (!feature || testFile.test(from) || from.startsWith(feature) || !privateRoles.test(to)) return null;
  return `only ${feature} may use its queries and views: call its service`;
}

/** The folder of a feature, for example `server/signups/`; null outside of features. */
const featureOf = (path: string): string | null =>
  /^server\/(?!lib\/|commands\/|entries\/)[\w-]+\//.exec(path)?.[0] ?? null;

function cyclesIn(files: CodeFile[]): Violation[] {
  return findCycles(importGraph(files)).map((cycle) => ({
    from: cycle[0] ?? "",
    to: cycle.slice(1).join(", "),
    why: "files that import each other, types included",
  }));
}

/** Each file with the files that it imports. */
export function importGraph(files: CodeFile[]): Map<string, Set<string>> {
  const known = new Set(files.map(({ path }) => path));
  const targets = (file: CodeFile) =>
    file.imports.map(({ target }) => target).filter((path) => known.has(path));
  return new Map(files.map((file) => [file.path, new Set(targets(file))]));
}

function foreignTables(files: CodeFile[]): Violation[] {
  const foreign = findTableUses(files).filter(({ file, owner }) => !file.startsWith(owner));
  return [
    ...foreign.map(({ file, table, owner }) => ({
      from: file,
      to: table,
      why: `${owner} owns this table: ask its service`,
    })),
    ...ownerlessTables(files).map(({ file, table }) => ({
      from: file,
      to: table,
      why: "a table needs an owner (tableOwners)",
    })),
  ];
}
