import { importGraph } from "./check-walls.ts";
import type { CodeFile } from "./code-file.ts";
import { findCycles } from "./cycles.ts";
import { testFile } from "./walls.ts";

/** Figures that compare the structure over time. */
export function measure(files: CodeFile[]): Record<string, string | number> {
  const product = files.filter(
    ({ path }) => !testFile.test(path) && !/^(test|tools|scripts|artwork)\//.test(path),
  );
  return {
    cycles: findCycles(importGraph(product)).length,
    "arrows back, server": arrowsBack(product, "server/").join(", ") || 0,
    "arrows back, web": arrowsBack(product, "web/").join(", ") || 0,
    "median file, lines": median(product.map(({ lines }) => lines)),
  };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * In each folder, the smallest set of imports between its children whose removal leaves no cycle.
 */
function arrowsBack(files: CodeFile[], top: string): string[] {
  const graph = importGraph(files.filter(({ path }) => path.startsWith(top)));
  const folders = new Set([...graph.keys()].flatMap((path) => foldersAbove(path, top)));
  return [...folders].flatMap((folder) => findArrowsBack(childArrows(graph, folder), folder));
}

function foldersAbove(path: string, top: string): string[] {
  const parts = path.slice(top.length).split("/").slice(0, -1);
  return [top, ...parts.map((_, index) => `${top}${parts.slice(0, index + 1).join("/")}/`)];
}

/** For each child of a folder, the other children that its files import, with the number of these imports. */
function childArrows(graph: Map<string, Set<string>>, folder: string): Arrows {
  const arrows: Arrows = new Map();
  for (const [from, targets] of graph) {
    const own = childOf(folder, from);
    const others = [...targets]
      .map((target) => childOf(folder, target))
      .filter((name) => name && name !== own);
    for (const other of own ? others : []) count(arrows, own ?? "", other ?? "");
  }
  return arrows;
}

type Arrows = Map<string, Map<string, number>>;

const childOf = (folder: string, path: string) =>
  path.startsWith(folder) ? (path.slice(folder.length).split("/")[0] ?? null) : null;

function count(arrows: Arrows, from: string, to: string): void {
  const targets = arrows.get(from) ?? new Map<string, number>();
  arrows.set(from, targets.set(to, (targets.get(to) ?? 0) + 1));
}

function findArrowsBack(arrows: Arrows, folder: string): string[] {
  return findCycles(arrows).flatMap((cycle) =>
    findFewestArrowsBack(cycle, arrows).map(([from, to]) => `${folder}${from} → ${to}`),
  );
}

/** Orders the nodes of a cycle from the lowest: next is always the node with the fewest imports of the remaining nodes. */
function findFewestArrowsBack(cycle: string[], arrows: Arrows): [string, string][] {
  const left = new Set(cycle);
  const back: [string, string][] = [];
  while (left.size > 0) {
    const upwards = (node: string) =>
      [...(arrows.get(node) ?? [])].filter(([to]) => to !== node && left.has(to));
    const weight = (node: string) => upwards(node).reduce((total, [, times]) => total + times, 0);
    const lowest = [...left].reduce((best, node) => (weight(node) < weight(best) ? node : best));
    back.push(...upwards(lowest).map(([to]): [string, string] => [lowest, to]));
    left.delete(lowest);
  }
  return back;
}
