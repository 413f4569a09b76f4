interface Placed {
  readonly file: string | null;
  readonly line: number | null;
}

/** So many candidates on each side of the expected line are weighed: the work grows with the findings, not faster. */
const WINDOW = 8;

/**
 * Pairs of those that could be meant, best first. A finding may stand in several pairs; who takes them takes the first.
 * After the nearest come all in their order, so that equal numbers of equal lines are all matched.
 *
 * @param expected the line at which a finding of before should stand now
 * @param preference less is better, and counts more than the distance of lines
 */
export function nearest<Before extends Placed, After extends Placed>(
  before: readonly Before[],
  after: readonly After[],
  expected: (finding: Before) => number,
  preference: (before: Before, after: After) => number = () => 0,
): (readonly [Before, After])[] {
  const ordered = after.toSorted((a, b) => lineOf(a) - lineOf(b));
  const lines = ordered.map(lineOf);
  const wanted = before.map((finding) => ({ finding, line: expected(finding) })).sort((a, b) => a.line - b.line);
  const weighed = wanted.flatMap(({ finding, line }) => {
    const at = firstFrom(lines, line);
    return ordered.slice(Math.max(0, at - WINDOW), at + WINDOW).map((candidate) => ({
      pair: [finding, candidate] as const,
      preference: preference(finding, candidate),
      distance: Math.abs(lineOf(candidate) - line),
    }));
  });
  const inOrder = wanted.flatMap(({ finding }, index) => {
    const candidate = ordered[index];
    return candidate === undefined ? [] : [[finding, candidate] as const];
  });
  weighed.sort((a, b) => a.preference - b.preference || a.distance - b.distance);
  return [...weighed.map(({ pair }) => pair), ...inOrder];
}

const lineOf = ({ line }: Placed): number => line ?? 0;

/** The index of the first number that is not less; the list is ordered. */
function firstFrom(ordered: readonly number[], least: number): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ordered[middle]! < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Where the findings of before should stand now: moved as far as the nearest line of the same file of which that is
 * known.
 */
export function expectedLines<Before extends Placed, After extends Placed>(
  matched: Iterable<readonly [Before, After]>,
): (finding: Before) => number {
  const known = new Map<string, { from: number; moved: number }[]>();
  for (const [{ file, line }, other] of matched) {
    if (file === null || line === null || other.line === null || other.file !== file) continue;
    const anchors = known.get(file);
    const anchor = { from: line, moved: other.line - line };
    if (anchors) anchors.push(anchor);
    else known.set(file, [anchor]);
  }
  const ordered = new Map(
    [...known].map(([file, anchors]) => {
      const sorted = anchors.sort((a, b) => a.from - b.from);
      return [file, { anchors: sorted, lines: sorted.map(({ from }) => from) }] as const;
    }),
  );
  return (finding) => {
    const line = lineOf(finding);
    const of = finding.file === null ? undefined : ordered.get(finding.file);
    if (of === undefined) return line;
    const at = firstFrom(of.lines, line);
    const [above, below] = [of.anchors[at - 1], of.anchors[at]];
    if (above === undefined || below === undefined) return line + (above ?? below)!.moved;
    return line + (line - above.from < below.from - line ? above : below).moved;
  };
}
