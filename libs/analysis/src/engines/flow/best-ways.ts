import { doubtsOf } from './doubts';
import type { Flow } from './interpret/run';
import { type Step, firstStep } from './interpret/values';
import type { Place } from './ir';

/** At most this many further ways from one file to one place are kept beside the best one. */
const MAX_OTHERS = 3;
/** At most this many further files that lead to one place are reported. */
const MAX_FILES = 20;

/** Whether the program begins in a file only where it is tried, as in a test. */
type IsTrial = (file: string) => boolean;

/** A way to a place, and how good it is: the lower the better, then the shorter. */
interface Way {
  readonly flow: Flow;
  /** The file in which it begins. */
  readonly from: string;
  readonly rank: number;
}

/** The ways of one weakness to one place. */
interface WaysToPlace {
  /** The best ones first. They have different sources or lengths. */
  best: readonly Way[];
  /** The best one from each other file. */
  readonly ofFiles: Map<string, Way>;
}

/**
 * The ways that input takes to each dangerous place. One is shown for each place and weakness: one that begins in the
 * program before one that begins in a test, then the surest, and of those the one with the shortest path, which is
 * easiest to follow. A few others are kept, since what their lines show is judged later.
 */
export class BestWays {
  private readonly places = new Map<string, WaysToPlace>();

  constructor(private readonly isTrial: IsTrial = () => false) {}

  add(flow: Flow): void {
    const key = keyOf(flow);
    const known = this.places.get(key) ?? { best: [], ofFiles: new Map<string, Way>() };
    this.places.set(key, known);
    const way = this.ranked(flow);
    known.best = withWay(known.best, way);
    if (way.from === flow.file) return;
    const best = known.ofFiles.get(way.from);
    if (best === undefined || isBetter(way, best)) known.ofFiles.set(way.from, way);
  }

  /** Drops places that a call of the file makes harmless, and those that are weak only with a call that it lacks. */
  dropUnlessCalled(calledIn: ReadonlySet<string>): void {
    for (const [key, { best }] of this.places) {
      const { file, unlessCalled = [], onlyCalled } = best[0]!.flow;
      const isCalled = (path: string) => calledIn.has(`${file} ${path}`);
      if (unlessCalled.some(isCalled) || onlyCalled?.some(isCalled) === false) this.places.delete(key);
    }
  }

  /**
   * @param complete adds what is known once all functions were followed
   * @returns the best way to each place, with others, and the ways from further files, shown where they leave these
   */
  all(complete: (flow: Flow) => Flow): Flow[] {
    const best = [...this.places.values()].map(({ best: [first, ...others] }) => ({
      ...complete(first!.flow),
      ...(others.length > 0 && { others: others.map(({ flow }) => complete(flow)) }),
    }));
    return [...best, ...this.fromFurtherFiles().map(complete)];
  }

  private fromFurtherFiles(): Flow[] {
    const shown = new Set(this.places.keys());
    return [...this.places.values()].flatMap(({ best: [best], ofFiles }) => {
      const further = [...ofFiles].filter(([file]) => file !== best!.from).sort(([one], [two]) => (one < two ? -1 : 1));
      return further.slice(0, MAX_FILES).flatMap(([file, { flow }]) => {
        const at = lastWithin(flow.taint.step, file);
        const place = keyOf({ file, at, weakness: flow.weakness });
        if (shown.has(place)) return [];
        shown.add(place);
        return [{ ...flow, shown: { file, at } }];
      });
    });
  }

  private ranked(flow: Flow): Way {
    const from = firstStep(flow.taint.step).file;
    return { flow, from, rank: (this.isTrial(from) ? 2 : 0) + (doubtsOf(flow).length > 0 ? 1 : 0) };
  }
}

/** The ways with a further one in its order. The better one is kept of two from one source and of one length. */
function withWay(ways: readonly Way[], way: Way): readonly Way[] {
  const same = ways.find((each) => isSameWay(each, way));
  if (same !== undefined && !isBetter(way, same)) return ways;
  const others = ways.filter((each) => each !== same);
  const at = others.findIndex((each) => isBetter(way, each));
  return others.toSpliced(at < 0 ? others.length : at, 0, way).slice(0, 1 + MAX_OTHERS);
}

const isSameWay = ({ flow: { taint: one } }: Way, { flow: { taint: other } }: Way): boolean =>
  one.source === other.source && one.step.length === other.step.length;

const isBetter = (one: Way, other: Way): boolean =>
  one.rank === other.rank ? one.flow.taint.step.length < other.flow.taint.step.length : one.rank < other.rank;

const keyOf = ({ file, at, weakness }: Pick<Flow, 'file' | 'at' | 'weakness'>): string => `${file}|${at}|${weakness}`;

/** The last step of a path before it leaves the file in which it begins. */
function lastWithin(last: Step, file: string): Place {
  let at = last.at;
  for (let step: Step | undefined = last, isOutside = true; step; step = step.before) {
    if (step.file !== file) isOutside = true;
    else if (isOutside) [at, isOutside] = [step.at, false];
  }
  return at;
}
