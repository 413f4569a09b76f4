import { isBefore, numbersFrom, numbersOf } from './action-versions';

/** Versions of an action of GitHub's that end the job at once. */
export interface RetiredAction {
  /** The day from which on jobs failed, as GitHub announced it. */
  readonly since: string;
  /** A version that there is. */
  readonly instead: string;
}

interface Retirement extends RetiredAction {
  readonly actions: readonly string[];
  /** The lowest version of each line that still works, in their order. A line without one has no entry. */
  readonly lowest: readonly string[];
}

/** From GitHub's changelog: the storage of artifacts and that of caches were replaced, and older versions with them. */
const RETIREMENTS: readonly Retirement[] = [
  {
    actions: ['actions/cache', 'actions/cache/restore', 'actions/cache/save'],
    lowest: ['3.4', '4.2'],
    since: '2025-03-01',
    instead: 'v4',
  },
  {
    actions: ['actions/upload-artifact', 'actions/download-artifact'],
    lowest: ['4.0'],
    since: '2025-01-30',
    instead: 'v4',
  },
];

/**
 * @param action such as `actions/cache`
 * @param version a tag: `v3` moves on with its line, `v3.3` and `v3.3.1` do not
 */
export function retiredAction(action: string, version: string): RetiredAction | undefined {
  const used = numbersOf(version);
  const retirement = RETIREMENTS.find(({ actions }) => actions.includes(action.toLowerCase()));
  if (used === undefined || retirement === undefined) return undefined;
  const { lowest, since, instead } = retirement;
  const ofLines = lowest.map(numbersFrom);
  const line = ofLines.find(([major]) => major === used[0]) ?? ofLines.at(-1)!;
  return isBefore(used, line) ? { since, instead } : undefined;
}
