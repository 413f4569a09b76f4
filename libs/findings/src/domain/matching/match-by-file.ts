import { type MatchedFindings, type MatchingOptions, matchFindings } from './match-findings';
import type { MatchableFinding } from './matchable';

/** Findings that are matched in one go: some milliseconds. */
const SLICE = 500;

/**
 * `matchFindings`, file by file, with a rest after each slice: a target may have 600,000 findings, and whoever compares
 * them answers others, too. All signs but the last are of one file; what they leave is matched over all files.
 *
 * @yields when somebody else may have a turn
 */
export function* matchingByFile<Before extends MatchableFinding, After extends MatchableFinding>(
  before: readonly Before[],
  after: readonly After[],
  options: MatchingOptions,
): Generator<void, MatchedFindings<Before, After>> {
  const matched: (readonly [Before, After])[] = [];
  const gone: Before[] = [];
  const fresh: After[] = [];
  let worked = 0;
  for (const { own, others } of byFile(before, after)) {
    const ofFile = matchFindings(own, others, options);
    for (const pair of ofFile.matched) matched.push(pair);
    for (const finding of ofFile.gone) gone.push(finding);
    for (const finding of ofFile.fresh) fresh.push(finding);
    worked += own.length + others.length;
    if (worked < SLICE) continue;
    yield;
    worked = 0;
  }
  const elsewhere = matchFindings(gone, fresh, options);
  for (const pair of elsewhere.matched) matched.push(pair);
  return { matched, gone: elsewhere.gone, fresh: elsewhere.fresh };
}

interface OfFile<Before, After> {
  readonly own: Before[];
  readonly others: After[];
}

function byFile<Before extends MatchableFinding, After extends MatchableFinding>(
  before: readonly Before[],
  after: readonly After[],
): Iterable<OfFile<Before, After>> {
  const files = new Map<string | null, OfFile<Before, After>>();
  const of = (file: string | null): OfFile<Before, After> => {
    const known = files.get(file);
    if (known) return known;
    const made: OfFile<Before, After> = { own: [], others: [] };
    files.set(file, made);
    return made;
  };
  for (const finding of before) of(finding.file).own.push(finding);
  for (const finding of after) of(finding.file).others.push(finding);
  return files.values();
}
