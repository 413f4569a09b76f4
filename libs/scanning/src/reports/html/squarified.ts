export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Divides a rectangle into one for each weight, as nearly square as can be (Bruls, Huizing and van Wijk, "Squarified
 * Treemaps"). The same weights give the same rectangles.
 *
 * @param weights positive, largest first
 * @returns in the order of the weights
 */
export function squarified(weights: readonly number[], within: Rectangle): Rectangle[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const scale = (within.width * within.height) / total;
  const areas = weights.map((weight) => weight * scale);
  const placed: Rectangle[] = [];
  let rest = within;
  for (let from = 0; from < areas.length; ) {
    const to = rowEnd(areas, from, Math.min(rest.width, rest.height));
    const row = areas.slice(from, to);
    const depth = row.reduce((sum, area) => sum + area, 0) / Math.min(rest.width, rest.height);
    placed.push(...rowOf(row, rest, depth));
    rest = beyond(rest, depth);
    from = to;
  }
  return placed;
}

/** A row takes areas for as long as its worst rectangle gets no longer by it. */
function rowEnd(areas: readonly number[], from: number, side: number): number {
  let sum = areas[from]!;
  let worst = worstRatio(areas[from]!, areas[from]!, sum, side);
  for (let to = from + 1; to < areas.length; to += 1) {
    const next = worstRatio(areas[from]!, areas[to]!, sum + areas[to]!, side);
    if (next > worst) return to;
    sum += areas[to]!;
    worst = next;
  }
  return areas.length;
}

const worstRatio = (largest: number, smallest: number, sum: number, side: number): number =>
  Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));

function rowOf(row: readonly number[], { x, y, width, height }: Rectangle, depth: number): Rectangle[] {
  let along = 0;
  return row.map((area) => {
    const length = area / depth;
    const rectangle =
      width >= height
        ? { x, y: y + along, width: depth, height: length }
        : { x: x + along, y, width: length, height: depth };
    along += length;
    return rectangle;
  });
}

const beyond = ({ x, y, width, height }: Rectangle, depth: number): Rectangle =>
  width >= height
    ? { x: x + depth, y, width: Math.max(0, width - depth), height }
    : { x, y: y + depth, width, height: Math.max(0, height - depth) };
