import { type Case, type Share, shareOf } from './cases';
import type { Detection } from './tools/tool';

/** Numbers that name the same weakness, one more closely than the other. */
const SAME: readonly (readonly number[])[] = [
  [77, 78, 88],
  [79, 80, 83, 87],
  [89, 564],
  [91, 643],
  [94, 95, 96, 917, 1336],
  [93, 113],
  [22, 23, 36, 73],
  [73, 98],
  [327, 328, 916],
  [330, 338],
  [611, 776],
  [119, 120, 121, 122, 124, 125, 126, 127, 129, 131, 193, 787, 788, 805, 806],
  [190, 191, 680],
  [194, 195, 196, 197, 681],
  [252, 476, 690],
  [259, 321, 547, 798],
  [276, 277, 732],
  [295, 297],
  [323, 329, 1204],
  [326, 327],
  [346, 942],
  [377, 378, 379],
  [400, 730, 1333],
  [401, 772, 775],
  [457, 824, 908],
];

const isSame = (one: number, other: number): boolean =>
  one === other || SAME.some((group) => group.includes(one) && group.includes(other));

export interface Rates {
  readonly real: number;
  readonly safe: number;
  /** The share of the real ones that were found; undefined if there are none. */
  readonly found: number | undefined;
  /** The share of the safe ones that were called real. */
  readonly mistaken: number | undefined;
  readonly difference: number | undefined;
}

export interface Row {
  readonly weakness: string;
  readonly share: Share;
  readonly rates: Rates;
}

export function detectionsByFile(detections: readonly Detection[]): ReadonlyMap<string, readonly Detection[]> {
  const byFile = new Map<string, Detection[]>();
  for (const detection of detections) {
    const known = byFile.get(detection.file);
    if (known) known.push(detection);
    else byFile.set(detection.file, [detection]);
  }
  return byFile;
}

/** Whether a tool says of a case that it is real. A case of no weakness takes any. */
export const isFound = (detections: ReadonlyMap<string, readonly Detection[]>, { file, line, cwe }: Case): boolean =>
  (detections.get(file) ?? []).some(
    (found) =>
      (line === undefined || found.line === line) &&
      (cwe === undefined || (found.cwe !== undefined && isSame(found.cwe, cwe))),
  );

function ratesOf(cases: readonly Case[], found: (each: Case) => boolean): Rates {
  const [real, safe] = [cases.filter(({ isReal }) => isReal), cases.filter(({ isReal }) => !isReal)];
  const rate = (all: readonly Case[]) => (all.length === 0 ? undefined : all.filter(found).length / all.length);
  const [hits, mistakes] = [rate(real), rate(safe)];
  const difference = hits === undefined || mistakes === undefined ? undefined : hits - mistakes;
  return { real: real.length, safe: safe.length, found: hits, mistaken: mistakes, difference };
}

/** A row for each weakness and share, and one for each share over all: the mean of its weaknesses' rates. */
export function score(cases: readonly Case[], detections: readonly Detection[]): Row[] {
  const byFile = detectionsByFile(detections);
  const weaknesses = [...new Set(cases.map(({ cwe }) => cwe))].sort((one, other) => (one ?? 0) - (other ?? 0));
  return (['development', 'kept apart'] as const).flatMap((share) => {
    const rows = weaknesses.map((cwe): Row => {
      const own = cases.filter((each) => each.cwe === cwe && shareOf(each) === share);
      return {
        weakness: cwe === undefined ? 'any' : `CWE-${cwe}`,
        share,
        rates: ratesOf(own, (each) => isFound(byFile, each)),
      };
    });
    return [...rows, { weakness: 'mean', share, rates: meanOf(rows.map(({ rates }) => rates)) }];
  });
}

function meanOf(rates: readonly Rates[]): Rates {
  const mean = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const whole = rates.filter(({ difference }) => difference !== undefined);
  return {
    real: rates.reduce((sum, { real }) => sum + real, 0),
    safe: rates.reduce((sum, { safe }) => sum + safe, 0),
    found: mean(whole.map(({ found }) => found)),
    mistaken: mean(whole.map(({ mistaken }) => mistaken)),
    difference: mean(whole.map(({ difference }) => difference)),
  };
}
