import { type AppendFault, FailingEventStore, FaultPlan } from '../../scanning/test/failing-event-store';
import type { VerdictGiven, VerdictTerms } from '../src';
import { VerdictWorld } from './verdict-world';

describe('giving verdicts', () => {
  let world: VerdictWorld;
  beforeEach(async () => {
    world = await VerdictWorld.begin();
  });
  afterEach(() => world.end());

  const given = async (number: number) => {
    const [verdict, ...others] = await world.verdicts(`ses_${number}`);
    expect(others).toEqual([]);
    return verdict?.data as VerdictGiven['data'] | undefined;
  };
  const judged = async (terms: Partial<VerdictTerms> = {}) => world.reactFromTheStart(world.reactor(terms));

  it('calls new what the last finished scan of the branch lacked, and rests on its ids', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [1, 2] });
    await world.scanned({ number: 2, branch: 'main', defects: [2, 3] });
    await judged();
    expect(await given(1)).toMatchObject({
      verdict: 'pass',
      notes: ['the first finished scan of main: it is its own baseline, with 2 findings'],
      conditions: { baseline: null, failOn: 'high', branch: 'main', targetBranch: 'main' },
    });
    expect(await given(2)).toMatchObject({
      verdict: 'fail',
      reason: '1 new finding of severity high or above',
      conditions: { baseline: { scanId: 'scn_1' } },
      counts: { gone: 1, unchanged: 1, notObserved: 0, new: { high: 1 } },
      newFindings: { ids: ['fnd_2_3'], total: 1, failing: 1 },
    });
  });

  it('compares a change with the branch that it is for, as that was before', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [1, 2] });
    await world.scanned({ number: 2, branch: 'change', defects: [1, 2, 3] });
    await world.scanned({ number: 3, branch: 'main', defects: [1, 2, 3] });
    await judged({ targetBranch: 'main' });
    expect(await given(2)).toMatchObject({
      verdict: 'fail',
      conditions: { branch: 'change', targetBranch: 'main', baseline: { scanId: 'scn_1' } },
      counts: { unchanged: 2 },
      newFindings: { ids: ['fnd_2_3'] },
    });
  });

  describe('on a change whose merge base is known', () => {
    const COMMITS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(40));
    const [first, second, third, fourth] = COMMITS as [string, string, string, string];
    const common = (...commits: readonly string[]) => ({ branch: 'main', commits });

    it('compares with the scan of it, whatever was mended or added on the target branch since', async () => {
      await world.scanned({ number: 1, branch: 'main', commit: first, defects: [1, 2] });
      await world.scanned({ number: 2, branch: 'main', commit: second, defects: [1, 3] });
      await world.scanned({
        number: 3,
        branch: 'change',
        commit: third,
        common: common(first),
        // 2 was fixed on main since, 3 was added there as well.
        defects: [1, 2, 3],
      });
      await judged({ targetBranch: 'main' });
      expect(await given(3)).toMatchObject({
        verdict: 'fail',
        notes: [],
        conditions: {
          baseline: { scanId: 'scn_1', commit: first },
          mergeBase: { commit: first, isCompared: true },
        },
        counts: { unchanged: 2, gone: 0 },
        newFindings: { ids: ['fnd_3_3'], total: 1 },
      });
    });

    it('compares with the nearest commit before it that was scanned, and the newest scan of that one', async () => {
      for (const [number, commit, defects] of [
        [1, second, [1]],
        [2, first, [1, 2]],
        [3, second, [1, 3]],
        [4, fourth, []],
      ] as const)
        await world.scanned({ number, branch: 'main', commit, defects });
      const departed = common(third, second, first);
      await world.scanned({ number: 5, branch: 'change', common: departed, defects: [1, 2, 3] });
      await judged({ targetBranch: 'main' });
      expect(await given(5)).toMatchObject({
        notes: [],
        conditions: {
          baseline: { scanId: 'scn_3', commit: second },
          mergeBase: { commit: third, isCompared: true },
        },
        newFindings: { ids: ['fnd_5_2'] },
      });
    });

    it('compares with no scan of another branch, even of the same commit, and none that ended later', async () => {
      await world.scanned({ number: 1, branch: 'main', commit: second, defects: [1] });
      await world.scanned({ number: 2, branch: 'other', commit: first, defects: [1, 2] });
      await world.scanned({ number: 3, branch: 'change', common: common(first), defects: [1, 2] });
      await world.scanned({ number: 4, branch: 'main', commit: first, defects: [1, 2] });
      await judged({ targetBranch: 'main' });
      expect(await given(3)).toMatchObject({
        verdict: 'fail',
        notes: [
          'neither the merge base aaaaaaaaaaaa nor a commit before it was scanned on main: compared with the newest ' +
            'scan of main instead: what was mended there since counts as new, and what was added there is not',
        ],
        conditions: { baseline: { scanId: 'scn_1' }, mergeBase: { commit: first, isCompared: false } },
        newFindings: { ids: ['fnd_3_2'] },
      });
    });

    it.each([
      [{ branch: 'main', commits: [], unknown: 'it was not found in time' }, 'it was not found in time'],
      // An earlier release prepared the session.
      [undefined, 'nobody looked for it'],
      // It was looked for on another branch than the one that is judged.
      [{ branch: 'release', commits: [first] }, 'nobody looked for it'],
    ])('compares with the newest scan where what is known is %j, and says why', async (known, why) => {
      await world.scanned({ number: 1, branch: 'main', commit: first, defects: [1, 2] });
      await world.scanned({ number: 2, branch: 'main', commit: second, defects: [1] });
      await world.scanned({ number: 3, branch: 'change', ...(known && { common: known }), defects: [1, 2] });
      await judged({ targetBranch: 'main' });
      expect(await given(3)).toMatchObject({
        verdict: 'fail',
        notes: [expect.stringContaining(`the merge base is not known (${why}): compared with the newest scan of main`)],
        conditions: { baseline: { scanId: 'scn_2', commit: second } },
      });
    });
  });

  it('knows a finding again whose file a push of a change renames, by its counts and by its key', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [1] });
    await world.scanned({ number: 2, branch: 'change', defects: [1, 2] });
    await world.scanned({ number: 3, branch: 'change', defects: [1, 2], file: 'src/renamed.js' });
    await world.scanned({ number: 4, branch: 'change', defects: [1, 2, 3], file: 'src/again.js' });
    await judged({ targetBranch: 'main' });
    const [second, third, fourth] = [await given(2), await given(3), await given(4)];
    for (const each of [second, third])
      expect(each).toMatchObject({ counts: { gone: 0, unchanged: 1 }, newFindings: { total: 1 } });
    expect(third!.failingFingerprints).not.toEqual(second!.failingFingerprints);
    expect(second!.failingKeys).toEqual(['fnd_2_2']);
    expect(third!.failingKeys).toEqual(['fnd_2_2']);
    expect(fourth!.failingKeys!.toSorted()).toEqual(['fnd_2_2', 'fnd_4_3']);
  });

  it('does not take what a failed tool lacks for gone, nor its next findings for new', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [1] });
    await world.scanned({ number: 2, branch: 'main', defects: [1], failing: true });
    await judged();
    expect(await given(2)).toMatchObject({
      verdict: 'inconclusive',
      reason: '1 tool did not complete: b',
      missingTools: [{ tool: 'b', reason: 'it broke' }],
    });
  });

  it('compares each tool with the last scan of the branch that ran it, whatever fewer tools ran since', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [1] });
    await world.scanned({ number: 2, branch: 'main', defects: [], a: 'not planned' });
    await world.scanned({ number: 3, branch: 'change', defects: [1, 2] });
    await judged({ targetBranch: 'main' });
    expect(await given(3)).toMatchObject({
      verdict: 'fail',
      conditions: { baseline: { scanId: 'scn_2' } },
      counts: { unchanged: 1 },
      newFindings: { ids: ['fnd_3_2'] },
    });
  });

  it('has no baseline for a tool that no scan of the branch ran', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [], a: 'not planned' });
    await world.scanned({ number: 2, branch: 'main', defects: [1] });
    await judged();
    expect(await given(2)).toMatchObject({
      verdict: 'pass',
      notes: ['1 finding of tools that no scan of main ran before, not counted as new: a'],
    });
  });

  it('is inconclusive where a tool has nothing to judge by, and had before', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [1] });
    await world.scanned({ number: 2, branch: 'main', defects: [], a: 'excused' });
    await judged();
    expect(await given(2)).toMatchObject({ verdict: 'inconclusive', missingTools: [{ tool: 'a' }] });
  });

  it('is inconclusive on what a tool finds that had nothing to judge by for a while', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [1] });
    await world.scanned({ number: 2, branch: 'main', defects: [], a: 'excused' });
    await world.scanned({ number: 3, branch: 'main', defects: [1, 2] });
    await judged();
    expect(await given(3)).toMatchObject({ verdict: 'inconclusive', missingTools: [{ tool: 'a' }] });
  });

  it('waits for no tool that never had anything to judge by, and names it', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [], a: 'excused' });
    await world.scanned({ number: 2, branch: 'main', defects: [], a: 'excused' });
    await judged();
    expect(await given(2)).toMatchObject({
      verdict: 'pass',
      notes: ['not judged, for lack of what to judge by: a'],
    });
  });

  it('waits for a tool that has nothing to judge by where no other one completed', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [], a: 'excused', failing: true });
    await judged();
    expect(await given(1)).toMatchObject({ verdict: 'inconclusive', missingTools: [{ tool: 'b' }, { tool: 'a' }] });
  });

  it.each(['failed', 'canceled'] as const)('is inconclusive on a scan that %s', async (ends) => {
    const { sessionId } = await world.scanned({ number: 1, branch: 'main', defects: [1], ends });
    await world.judge(sessionId);
    expect(await given(1)).toMatchObject({ verdict: 'inconclusive', counts: { gone: 0 } });
  });

  it('stands, whatever its automation says later and however often it is asked for', async () => {
    await world.scanned({ number: 1, branch: 'main', defects: [] });
    await world.scanned({ number: 2, branch: 'main', defects: [1] });
    await judged();
    const first = await given(2);
    await judged({ failOn: null });
    expect(await given(2)).toEqual(first);
  });

  describe('of a process that dies', () => {
    /** The verdicts where the n-th append fails so, and another process begins from the start. */
    const outcome = async (append: number, fault: AppendFault) => {
      const other = await VerdictWorld.begin();
      try {
        for (const [index, defects] of [[1], [1, 2], [1, 2, 3]].entries())
          await other.scanned({ number: index + 1, branch: 'main', defects });
        const plan = new FaultPlan(new Map([[append, fault]]));
        const dying = other.reactFromTheStart(other.reactor({}, new FailingEventStore(other.store, plan)));
        const isDead = await dying.then(
          () => false,
          () => true,
        );
        await other.reactFromTheStart(other.reactor());
        const all = await Promise.all([1, 2, 3].map((number) => other.verdicts(`ses_${number}`)));
        return { isDead, appends: plan.appends, data: all.map((verdicts) => verdicts.map(({ data }) => data)) };
      } finally {
        await other.end();
      }
    };

    it('are given once, and the same ones, wherever it died', async () => {
      const whole = await outcome(0, 'crash-before');
      expect(whole).toMatchObject({ isDead: false, data: [[{}], [{}], [{}]] });
      for (let append = 1; append <= whole.appends; append += 1)
        for (const fault of ['crash-before', 'crash-after'] as const)
          expect(await outcome(append, fault)).toMatchObject({ isDead: true, data: whole.data });
    }, 60_000);
  });
});
