interface Placed {
  readonly fingerprint: string;
  readonly file: string | null;
  readonly line: number | null;
}

/** Where a finding should stand now. */
export interface ExpectedPlace {
  readonly line: number;
  /** How many of its neighbours say so: those above and below alike, the one above if there is none below, or 0. */
  readonly witnesses: number;
}

/** So many candidates on each side of the expected line are weighed: the work grows with the findings, not faster. */
const WINDOW = 8;

/** Less is better in both numbers. */
interface Weighing<Before, After> {
  readonly expected: (finding: Before) => ExpectedPlace;
  /** A weight below that of a certain place, and above that of the distance of lines. */
  readonly alike: (one: Before, other: After) => number;
  /** A weight above all others. */
  readonly preference?: (one: Before, other: After) => number;
}

/**
 * Possible pairs, best first. A finding may be in several pairs; the caller takes the first. After the nearest come all
 * in their order, so that equal numbers of equal lines are all matched.
 */
export function nearest<Before extends Placed, After extends Placed>(
  before: readonly Before[],
  after: readonly After[],
  { expected, alike, preference = () => 0 }: Weighing<Before, After>,
): (readonly [Before, After])[] {
  const ordered = after.toSorted((a, b) => lineOf(a) - lineOf(b));
  const lines = ordered.map(lineOf);
  const ofFingerprint = new Map(after.map((finding) => [finding.fingerprint, finding]));
  // A finding that was added or removed renumbers its equals: one neighbour then says more than the fingerprint.
  const enough = before.length === after.length ? 2 : 1;
  const wanted = before
    .map((finding) => ({ finding, ...expected(finding) }))
    .sort((a, b) => a.line - b.line || lineOf(a.finding) - lineOf(b.finding));
  const weighed = wanted.flatMap(({ finding, line, witnesses }) => {
    const at = firstFrom(lines, line);
    const around = new Set(ordered.slice(Math.max(0, at - WINDOW), at + WINDOW));
    const same = ofFingerprint.get(finding.fingerprint);
    if (same) around.add(same);
    return [...around].map((candidate) => {
      const distance = Math.abs(lineOf(candidate) - line);
      return {
        pair: [finding, candidate] as const,
        weights: [
          preference(finding, candidate),
          distance === 0 && witnesses >= enough ? 0 : 1,
          alike(finding, candidate),
          distance,
        ],
      };
    });
  });
  const inOrder = wanted.flatMap(({ finding }, index) => {
    const candidate = ordered[index];
    return candidate === undefined ? [] : [[finding, candidate] as const];
  });
  weighed.sort((a, b) => compareWeights(a.weights, b.weights));
  return [...weighed.map(({ pair }) => pair), ...inOrder];
}

function compareWeights(one: readonly number[], other: readonly number[]): number {
  for (const [at, weight] of one.entries()) if (weight !== other[at]) return weight - other[at]!;
  return 0;
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
 * Where the earlier findings should be now: each moves as far as the nearest line of the same file whose move is known.
 *
 * @param fileNow the file of an earlier finding, as it is called now
 */
export function expectedLines<Before extends Placed, After extends Placed>(
  matched: Iterable<readonly [Before, After]>,
  fileNow: (finding: Before) => string | null | undefined,
): (finding: Before) => ExpectedPlace {
  const known = new Map<string, { from: number; moved: number }[]>();
  for (const [one, other] of matched) {
    const { file, line } = one;
    if (file === null || line === null || other.line === null || other.file !== fileNow(one)) continue;
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
    if (of === undefined) return { line, witnesses: 0 };
    const at = firstFrom(of.lines, line);
    const [above, below] = [of.anchors[at - 1], of.anchors[at]];
    // Without any finding above, it may be the first finding, or one that was inserted before it.
    if (above === undefined) return { line: line + below!.moved, witnesses: 0 };
    if (below === undefined) return { line: line + above.moved, witnesses: 1 };
    const nearer = line - above.from < below.from - line ? above : below;
    return { line: line + nearer.moved, witnesses: above.moved === below.moved ? 2 : 0 };
  };
}
