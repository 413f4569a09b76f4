import { type MatchedFindings, type MatchingOptions, matchFindings } from './match-findings';
import type { MatchableFinding } from './matchable';

/** Findings that are worked on in one go: some milliseconds. */
const SLICE = 500;

/** A list whose items become findings only when their turn comes. */
export interface Matchables<Item, Finding extends MatchableFinding> {
  readonly items: Iterable<Item>;
  readonly fileOf: (item: Item) => string | null;
  readonly findingOf: (item: Item) => Finding;
}

/**
 * `matchFindings`, file by file, with a pause after each slice: a target may have 600,000 findings, and the process
 * that compares them answers other requests, too. All criteria but the last work within one file; the remaining
 * findings are matched over all files.
 *
 * @yields to let other work run
 */
export function* matchingByFile<Own, Before extends MatchableFinding, Other, After extends MatchableFinding>(
  before: Matchables<Own, Before>,
  after: Matchables<Other, After>,
  options: MatchingOptions,
): Generator<void, MatchedFindings<Before, After>> {
  const files = new Map<string | null, { readonly own: Own[]; readonly others: Other[] }>();
  const ofFile = (file: string | null) => {
    const known = files.get(file);
    if (known) return known;
    const made = { own: [], others: [] };
    files.set(file, made);
    return made;
  };
  yield* inSlices(before.items, (item) => ofFile(before.fileOf(item)).own.push(item));
  yield* inSlices(after.items, (item) => ofFile(after.fileOf(item)).others.push(item));

  const matched: (readonly [Before, After])[] = [];
  const gone: Before[] = [];
  const fresh: After[] = [];
  let worked = 0;
  for (const { own, others } of files.values()) {
    const found = matchFindings(own.map(before.findingOf), others.map(after.findingOf), options);
    for (const pair of found.matched) matched.push(pair);
    for (const finding of found.gone) gone.push(finding);
    for (const finding of found.fresh) fresh.push(finding);
    worked += own.length + others.length;
    if (worked < SLICE) continue;
    yield;
    worked = 0;
  }
  const elsewhere = matchFindings(gone, fresh, options);
  for (const pair of elsewhere.matched) matched.push(pair);
  return { matched, gone: elsewhere.gone, fresh: elsewhere.fresh };
}

/** Does something with each item. @yields after each slice */
export function* inSlices<Item>(items: Iterable<Item>, each: (item: Item) => void): Generator<void, void> {
  let worked = 0;
  for (const item of items) {
    each(item);
    worked += 1;
    if (worked % SLICE === 0) yield;
  }
}
