export interface Edge<At> {
  readonly from: string;
  readonly to: string;
  readonly at: At;
}

/** Ways that lead back to where they began, each once, with no step twice. Takes time in proportion to the edges. */
export function cyclesIn<At>(edges: readonly Edge<At>[]): Edge<At>[][] {
  const left = onWaysRound(edges);
  const onward = new Map(left.map((edge) => [edge.from, edge]));
  const seen = new Set<string>();
  const cycles: Edge<At>[][] = [];
  for (const { from } of left) {
    const way: Edge<At>[] = [];
    const places = new Map<string, number>();
    let here = from;
    while (!seen.has(here)) {
      seen.add(here);
      places.set(here, way.length);
      const edge = onward.get(here)!;
      way.push(edge);
      here = edge.to;
    }
    const begins = places.get(here);
    if (begins !== undefined) cycles.push(way.slice(begins));
  }
  return cycles;
}

/** The edges without those that lead to where no way continues. */
function onWaysRound<At>(edges: readonly Edge<At>[]): Edge<At>[] {
  const ways = new Map<string, number>();
  const into = new Map<string, Edge<At>[]>();
  for (const edge of edges) {
    ways.set(edge.from, (ways.get(edge.from) ?? 0) + 1);
    const others = into.get(edge.to);
    if (others) others.push(edge);
    else into.set(edge.to, [edge]);
  }
  const dead = [...into.keys()].filter((name) => !ways.has(name));
  const ended = new Set<string>(dead);
  for (let name = dead.pop(); name !== undefined; name = dead.pop())
    for (const { from } of into.get(name) ?? []) {
      const open = ways.get(from)! - 1;
      ways.set(from, open);
      if (open > 0 || ended.has(from)) continue;
      ended.add(from);
      dead.push(from);
    }
  return edges.filter(({ from, to }) => !ended.has(from) && !ended.has(to));
}
