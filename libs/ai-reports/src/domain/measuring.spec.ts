import { finding, measuredOf } from '../../test/findings';

describe('measuring findings', () => {
  it('counts open ones only, and how many people decided', () =>
    expect(
      measuredOf([
        finding(),
        finding({ id: 'fnd_2', status: 'accepted' }),
        finding({ id: 'fnd_3', status: 'resolved' }),
      ]),
    ).toMatchObject({ open: 1, decided: 2, weight: 40, ids: ['fnd_1'], bySeverity: { high: 1 } }));

  it('gathers the places of a rule, with the severest as the first', () => {
    const { rules } = measuredOf([
      finding({ id: 'fnd_1', severity: 'low', file: 'a.js' }),
      finding({ id: 'fnd_2', severity: 'high', file: 'b.js', role: 'test' }),
      finding({ id: 'fnd_3', rule: 'another', severity: 'medium' }),
    ]);
    expect(rules).toMatchObject([
      { rule: 'detect-eval', count: 2, files: 2, severity: 'high', ownSeverity: 'low', file: 'b.js', weight: 14 },
      { rule: 'another', count: 1, weight: 12 },
    ]);
  });

  it('says that a rule has a fix only where each of its places has one', () => {
    const places = (fixes: readonly boolean[]) =>
      measuredOf(fixes.map((hasFix, n) => finding({ id: `f${n}`, hasFix })));
    expect(
      [
        [true, true],
        [true, false],
      ].map((fixes) => places(fixes).rules[0]!.hasFix),
    ).toEqual([true, false]);
  });

  it('knows a pattern by the shape of its code, three times in several files', () => {
    const patternsOf = (places: readonly (readonly [string, string])[]) =>
      measuredOf(places.map(([file, code], n) => finding({ id: `fnd_${n}`, file, code }))).patterns;
    const alike = [
      ['a.js', 'eval(a)'],
      ['b.js', 'eval( other )'],
      ['b.js', 'eval(_1)'],
    ] as const;
    expect(patternsOf([...alike, ['c.js', 'eval("text")']])).toEqual([
      expect.objectContaining({ count: 3, files: ['a.js', 'b.js'], title: 'Code is evaluated', severity: 'high' }),
    ]);
    expect(patternsOf(alike.slice(0, 2))).toEqual([]);
    expect(patternsOf(alike.map(([, code]) => ['a.js', code]))).toEqual([]);
  });

  it('has another digest for another finding, and for another decision', () => {
    const digests = [[finding()], [finding({ id: 'fnd_2' })], [finding({ status: 'accepted' })], []].map(
      (findings) => measuredOf(findings).digest,
    );
    expect(new Set(digests).size).toBe(4);
  });
});
