import { unusedAmong } from './unused-suppressions';

const declared = [
  { place: 'a:1', names: 'lint' },
  { place: 'a:2', names: 'lint/rule' },
  { place: 'a:3', names: 'audit' },
  { place: 'a:4', names: 'rule' },
  { place: 'a:5', names: '*' },
];
const unused = (tools: Readonly<Record<string, boolean>>, ...suppressing: string[]) =>
  unusedAmong(declared, { tools: new Map(Object.entries(tools)), suppressing: new Set(suppressing) })?.first.map(
    ({ place }) => place,
  );

describe('suppressions without a finding', () => {
  it('are those that cover nothing', () =>
    expect(unused({ lint: true, audit: true }, 'a:1', 'a:5')).toEqual(['a:2', 'a:3', 'a:4']));
  it('are not said of what a tool may need that did not complete', () =>
    expect(unused({ lint: true, audit: false })).toEqual(['a:1', 'a:2']));
  it('are not said of what a tool may need that was not asked for', () =>
    expect(
      unusedAmong(declared, {
        tools: new Map([['lint', true]]),
        suppressing: new Set(),
        mayBeNeededElsewhere: (names) => names === 'audit' || names === '*',
      })?.first.map(({ place }) => place),
    ).toEqual(['a:1', 'a:2', 'a:4']));
  it('are none where all cover something', () =>
    expect(unused({ lint: true }, 'a:1', 'a:2', 'a:3', 'a:4', 'a:5')).toBeUndefined());

  it('are named up to a bound, and all counted', () => {
    const many = Array.from({ length: 2_000 }, (_, line) => ({ place: `a:${line}`, names: '*' }));
    const result = unusedAmong(many, { tools: new Map(), suppressing: new Set() })!;
    expect([result.total, result.first.length]).toEqual([2_000, 20]);
  });
});
