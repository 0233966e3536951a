/** Each node with the nodes that it leads to: a set, or the keys of a map. */
type Graph = Map<string, { keys(): Iterable<string> }>;

/** The strongly connected components of a graph with at least two nodes (Tarjan). */
export function findCycles(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(node: string): number {
    const number = order.size;
    order.set(node, number);
    lowest.set(node, number);
    stack.push(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      const reached = order.has(next) ? (stack.includes(next) ? numberOf(order, next) : number) : visit(next);
      lowest.set(node, Math.min(numberOf(lowest, node), reached));
    }
    if (numberOf(lowest, node) === number) take(node);
    return numberOf(lowest, node);
  }

  function take(node: string): void {
    const cycle = stack.splice(stack.indexOf(node));
    if (cycle.length > 1) cycles.push(cycle.sort());
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

const numberOf = (numbers: Map<string, number>, node: string) => numbers.get(node) ?? 0;
