import { type CommitFiring, standingOf } from './commit-standing';

const SAID = {
  pass: 'nothing new',
  fail: '1 new finding of severity high or above',
  inconclusive: 'css lacks',
} as const;

const firing = (
  scan: number,
  verdict: keyof typeof SAID | null,
  triggerData: CommitFiring['triggerData'] = { branch: 'main' },
  more: Partial<CommitFiring> = {},
): CommitFiring => ({
  triggerData: { repository: 'Ada/Shop', ...triggerData },
  scanId: `scn_${scan}`,
  status: verdict ? 'completed' : 'running',
  supersededBy: null,
  verdict: verdict && { verdict, reason: SAID[verdict], failOn: 'high' },
  ...more,
});
const asked = (scan: number) =>
  ({ repository: 'ada/shop', state: 'success', description: 'pass: nothing new', scanId: `scn_${scan}` }) as const;

describe('what the status of a commit says', () => {
  it('is the verdict on its scan', () =>
    expect(standingOf(asked(1), [firing(1, 'pass')])).toEqual({
      state: 'success',
      description: 'pass: nothing new',
      scanId: 'scn_1',
    }));

  it('is the end that is told, where the firing is still recorded as running', () => {
    expect(standingOf(asked(1), [firing(1, null)])).toMatchObject({ state: 'success', scanId: 'scn_1' });
    expect(standingOf({ ...asked(1), state: 'pending', description: '' }, [firing(1, 'fail')])).toMatchObject({
      state: 'failure',
    });
  });

  it.each([
    ['a branch', { branch: 'release' }, 'release: fail: 1 new finding of severity high or above'],
    ['a pull request', { branch: 'main', pullRequest: 7 }, '#7: fail: 1 new finding of severity high or above'],
    [
      'a merge request',
      { type: 'hostb_push', branch: 'main', pullRequest: 7 },
      '!7: fail: 1 new finding of severity high or above',
    ],
  ])('is a failure for %s, whatever passes for another', (_, line, description) => {
    const failed = firing(1, 'fail', line);
    for (const firings of [
      [firing(2, 'pass'), failed],
      [failed, firing(2, 'pass')],
      [firing(2, null), failed],
    ])
      expect(standingOf(asked(2), firings)).toEqual({ state: 'failure', description, scanId: 'scn_1' });
  });

  it('is what the newest scan of a branch says', () => {
    expect(standingOf(asked(2), [firing(2, 'pass'), firing(1, 'fail')])).toMatchObject({ state: 'success' });
    expect(standingOf(asked(1), [firing(2, null), firing(1, 'pass')])).toMatchObject({ state: 'pending' });
  });

  it('is no pass while the commit is scanned for another branch', () =>
    expect(standingOf(asked(1), [firing(2, null, { branch: 'release' }), firing(1, 'pass')])).toMatchObject({
      state: 'pending',
      scanId: 'scn_2',
    }));

  it('is an error rather than a pass where a scan lacks tools, or a newer event came', () => {
    const canceled = { status: 'skipped', supersededBy: 'run_9' };
    for (const other of [
      firing(2, 'inconclusive', { branch: 'release' }),
      firing(2, null, { branch: 'release' }, canceled),
    ])
      expect(standingOf(asked(1), [other, firing(1, 'pass')])).toMatchObject({ state: 'error', scanId: 'scn_2' });
  });

  it('passes over what started no scan, and what is of another repository', () =>
    expect(
      standingOf(asked(1), [
        firing(3, null, { branch: 'release' }, { scanId: null, status: 'skipped' }),
        firing(2, 'fail', { branch: 'release', repository: 'eve/shop' }),
        firing(1, 'pass'),
      ]),
    ).toMatchObject({ state: 'success' }));

  it('counts a scan whose firing is not seen yet, or is deleted', () => {
    expect(standingOf({ ...asked(1), state: 'pending' }, [])).toMatchObject({ state: 'pending', scanId: 'scn_1' });
    expect(standingOf({ ...asked(1), state: 'failure' }, [firing(2, 'pass')])).toMatchObject({ state: 'failure' });
    expect(standingOf(asked(1), [firing(2, 'fail')])).toMatchObject({ state: 'failure', scanId: 'scn_2' });
  });
});
