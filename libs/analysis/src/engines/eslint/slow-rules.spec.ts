import { SlowRules } from './slow-rules';

describe('rules that take too long', () => {
  const slowRules = () => new SlowRules('took longer than 30 s');
  const only = (rule: string) => new Map([[rule, 600]]);

  it('are left out of the same file at once, and of others after two files', () => {
    const slow = slowRules();
    expect(slow.add(only('x/slow'), 4)).toEqual({ rule: 'x/slow', reason: 'took longer than 30 s' });
    expect(slow.leftOut()).toEqual([]);
    expect(slow.add(only('x/slow'), 7)).toBeDefined();
    expect(slow.leftOut()).toEqual([
      { rule: 'x/slow', reason: 'took longer than 30 s on 2 files before and was left out' },
    ]);
  });

  it('end the tries of a file with the third one', () => {
    const slow = slowRules();
    expect(['x/a', 'x/b', 'x/c'].map((rule) => slow.add(only(rule), 1)?.rule)).toEqual(['x/a', 'x/b', undefined]);
    expect(slow.add(only('x/d'), 2)?.rule).toBe('x/d');
  });

  it('are not to blame for a file that is slow as a whole, or slow to parse', () => {
    const slow = slowRules();
    const seen = (...counts: [string | undefined, number][]) => new Map(counts);
    expect(slow.add(seen(['x/a', 300], ['x/b', 300]), 1)).toBeUndefined();
    expect(slow.add(seen([undefined, 500], ['x/b', 100]), 1)).toBeUndefined();
    expect(slow.add(seen(['x/a', 500], [undefined, 100]), 1)?.rule).toBe('x/a');
    expect(slow.add(new Map(), 1)).toBeUndefined();
  });

  it('are looked for in four files of a pass', () => {
    const slow = slowRules();
    expect([1, 2, 2, 3, 4, 5, 1].map((file) => slow.mayLookAt(file))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      true,
    ]);
  });
});
