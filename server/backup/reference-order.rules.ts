/**
 * Each name after all those that it refers to; a reference to itself counts for nothing.
 * @throws Error when names refer to each other in a circle
 */
export function inReferenceOrder(names: string[], references: { from: string; to: string }[]): string[] {
  const ordered: string[] = [];
  const waiting = new Set(names);
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (name) => !references.some(({ from, to }) => from === name && to !== name && waiting.has(to)),
    );
    if (free.length === 0) throw new Error(`tables refer to each other: ${[...waiting].join(", ")}`);
    for (const name of free) waiting.delete(name);
    ordered.push(...free);
  }
  return ordered;
}
