import { verdictGiven } from '../../test/verdicts';
import { type VerdictTurns, changeBy, verdictNews, withTurn } from './verdict-news';

const failing = (count: number) => ({ newFindings: { total: 9, failing: count } });
const failingBy = (...failingFingerprints: string[][]) => ({
  ...failing(failingFingerprints.length),
  failingFingerprints,
});
const turnsOf = (verdicts: readonly ReturnType<typeof verdictGiven>[]) =>
  verdicts.reduce<VerdictTurns | undefined>((turns, { data }) => withTurn(data, turns), undefined)!;
/** The change by the last of the verdicts. */
const changed = (...verdicts: readonly ReturnType<typeof verdictGiven>[]) =>
  changeBy(verdicts.at(-1)!.data, turnsOf(verdicts));

describe('what a verdict changes', () => {
  it('is something where it differs from the one before', () => {
    expect(changed(verdictGiven(1, 'fail'), verdictGiven(2, 'pass'))).toEqual({ previous: 'fail', moreFailing: 0 });
    expect(changed(verdictGiven(1, 'pass'), verdictGiven(2, 'pass'))).toBeUndefined();
  });

  it('is something where there are more new findings at or above the threshold', () => {
    const before = verdictGiven(1, 'fail', failing(2));
    expect(changed(before, verdictGiven(2, 'fail', failing(5)))).toEqual({ previous: 'fail', moreFailing: 3 });
    expect(changed(before, verdictGiven(2, 'fail', failing(2)))).toBeUndefined();
    expect(changed(before, verdictGiven(2, 'fail', failing(1)))).toBeUndefined();
  });

  it('is something where another new finding took the place of one', () => {
    const before = verdictGiven(1, 'fail', failingBy(['a'], ['b']));
    expect(changed(before, verdictGiven(2, 'fail', failingBy(['a'], ['c'])))).toEqual({
      previous: 'fail',
      moreFailing: 1,
    });
    expect(changed(before, verdictGiven(2, 'fail', failingBy(['c'])))).toEqual({ previous: 'fail', moreFailing: 1 });
    expect(changed(before, verdictGiven(2, 'fail', failingBy(['b'], ['a'])))).toBeUndefined();
    expect(changed(before, verdictGiven(2, 'fail', failingBy(['a'])))).toBeUndefined();
  });

  it('is nothing where a finding is seen by one tool more, or by one less', () => {
    const before = verdictGiven(1, 'fail', failingBy(['a', 'b']));
    expect(changed(before, verdictGiven(2, 'fail', failingBy(['b'])))).toBeUndefined();
    expect(changed(before, verdictGiven(2, 'fail', failingBy(['b', 'c'])))).toBeUndefined();
  });

  it('is nothing where a finding was moved or renamed, so that its fingerprint is another', () => {
    const keyed = (fingerprint: string, key: string) => ({ ...failingBy([fingerprint]), failingKeys: [key] });
    const before = verdictGiven(1, 'fail', keyed('a', 'fnd_1'));
    expect(changed(before, verdictGiven(2, 'fail', keyed('b', 'fnd_1')))).toBeUndefined();
    expect(changed(before, verdictGiven(2, 'fail', keyed('b', 'fnd_2')))).toMatchObject({ moreFailing: 1 });
    // The verdict before is of an earlier release.
    const earlier = verdictGiven(1, 'fail', failingBy(['a']));
    expect(changed(earlier, verdictGiven(2, 'fail', keyed('a', 'fnd_2')))).toBeUndefined();
  });

  it('is seen by numbers where not all findings are known', () => {
    const earlier = verdictGiven(1, 'fail', failing(2));
    expect(changed(earlier, verdictGiven(2, 'fail', failingBy(['a'], ['b'])))).toBeUndefined();
    expect(changed(earlier, verdictGiven(2, 'fail', failingBy(['a'], ['b'], ['c'])))).toMatchObject({ moreFailing: 1 });
    const many = { ...failingBy(['a']), ...failing(900) };
    const known = verdictGiven(1, 'fail', failingBy(['a']));
    expect(changed(known, verdictGiven(2, 'fail', many))).toMatchObject({ moreFailing: 899 });
    expect(changed(verdictGiven(1, 'fail', many), verdictGiven(2, 'fail', failingBy(['b'])))).toBeUndefined();
  });

  it('is something at the first verdict unless that is good', () => {
    expect(changed(verdictGiven(1, 'pass'))).toBeUndefined();
    expect(changed(verdictGiven(1, 'inconclusive'))).toEqual({ previous: null, moreFailing: 0 });
  });

  it('is told of each verdict by those before it, also when later ones are known', () => {
    const turns = [verdictGiven(1, 'pass'), verdictGiven(2, 'fail'), verdictGiven(3, 'pass')];
    const known = turnsOf(turns);
    expect(turns.map(({ data }) => changeBy(data, known)?.previous)).toEqual([undefined, 'pass', 'fail']);
    expect(changeBy(verdictGiven(4, 'fail').data, known)).toBeUndefined();
  });

  it('holds no text of any length', () => {
    const given = verdictGiven(1, 'fail', { reason: 'x'.repeat(5_000) }).data;
    const news = verdictNews(
      given,
      { previous: null, moreFailing: 0 },
      { automationName: 'a', publicUrl: 'https://a/' },
    );
    expect(news.reason).toHaveLength(1_000);
    expect(news.link).toBe('https://a/api/v1/scans/scn_1/report?format=html');
  });
});
