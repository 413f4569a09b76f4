/** Versions of an action of GitHub's that end the job at once. */
export interface RetiredAction {
  /** The day from which on jobs failed, as GitHub announced it. */
  readonly since: string;
  /** A version that there is. */
  readonly instead: string;
}

interface Retirement extends RetiredAction {
  readonly actions: readonly string[];
  /** The lowest version of each line that still works: `[3, 4]` is 3.4. A line without one has no entry. */
  readonly lowest: readonly (readonly [major: number, minor: number])[];
}

/** From GitHub's changelog: the storage of artifacts and that of caches were replaced, and older versions with them. */
const RETIREMENTS: readonly Retirement[] = [
  {
    actions: ['actions/cache', 'actions/cache/restore', 'actions/cache/save'],
    lowest: [
      [3, 4],
      [4, 2],
    ],
    since: '2025-03-01',
    instead: 'v4',
  },
  {
    actions: ['actions/upload-artifact', 'actions/download-artifact'],
    lowest: [[4, 0]],
    since: '2025-01-30',
    instead: 'v4',
  },
];

/**
 * @param action such as `actions/cache`
 * @param version a tag: `v3` moves on with its line, `v3.3` and `v3.3.1` do not
 */
export function retiredAction(action: string, version: string): RetiredAction | undefined {
  const [, major, minor] = /^v?(\d{1,4})(?:\.(\d{1,4}))?(?:\.\d{1,4})?$/.exec(version) ?? [];
  const retirement = RETIREMENTS.find(({ actions }) => actions.includes(action.toLowerCase()));
  if (major === undefined || retirement === undefined) return undefined;
  const { lowest, since, instead } = retirement;
  const line = lowest.find(([each]) => each === Number(major));
  const isOn = line === undefined ? Number(major) > lowest.at(-1)![0] : minor === undefined || Number(minor) >= line[1];
  return isOn ? undefined : { since, instead };
}
