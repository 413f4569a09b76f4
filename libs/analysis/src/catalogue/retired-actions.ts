import { isBefore, numbersFrom, numbersOf } from './action-versions';

/** Versions of an action of GitHub's that end the job at once. */
export interface RetiredAction {
  /** The day or month from which on jobs failed. */
  readonly since: string;
  /** A version that there is. */
  readonly instead: string;
}

interface Retirement extends RetiredAction {
  readonly actions: readonly string[];
  /** The lowest version of each line that still works, in their order. A line without one has no entry. */
  readonly lowest: readonly string[];
}

const ARTIFACTS = ['actions/upload-artifact', 'actions/download-artifact'];

/** From GitHub's changelog: the storage of artifacts and that of caches were replaced, and older versions with them. */
const RETIREMENTS: readonly Retirement[] = [
  {
    actions: ['actions/cache', 'actions/cache/restore', 'actions/cache/save'],
    lowest: ['3.4', '4.2'],
    since: '2025-03-01',
    instead: 'v4',
  },
  // Announced for 30 June 2024. The first jobs that failed for good are from September.
  {
    actions: ARTIFACTS,
    lowest: ['3.0'],
    since: '2024-09',
    instead: 'v4',
  },
  {
    actions: ARTIFACTS,
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
  const retirement = used && RETIREMENTS.find(({ actions, lowest }) => actions.includes(action.toLowerCase()) && isRetired(used, lowest));
  return retirement && { since: retirement.since, instead: retirement.instead };
}

function isRetired(used: readonly number[], lowest: readonly string[]): boolean {
  const ofLines = lowest.map(numbersFrom);
  const line = ofLines.find(([major]) => major === used[0]) ?? ofLines.at(-1)!;
  return isBefore(used, line);
}
