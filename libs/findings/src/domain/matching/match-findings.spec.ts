import fc from 'fast-check';
import type { MatchableFinding } from './matchable';
import { matchFindings } from './match-findings';

/** A finding in a file, which knows the line that it was made of. */
interface Placed extends MatchableFinding {
  readonly origin: string;
}

/** Findings in each line that calls `eval`; the fingerprint is of the line, its neighbours and how often that was. */
function findingsIn(file: string, lines: readonly { readonly text: string; readonly origin: string }[]): Placed[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ text, origin }, at) => {
    if (!text.includes('eval')) return [];
    const around = [file, lines[at - 1]?.text.trim(), text.trim(), lines[at + 1]?.text.trim()].join('\0');
    const occurrence = seen.get(around) ?? 0;
    seen.set(around, occurrence + 1);
    return [found({ file, line: at + 1, code: text, origin, fingerprint: `${around}\0${occurrence}` })];
  });
}

const found = (parts: Partial<Placed>): Placed => ({
  tool: 'tool',
  rule: 'rule',
  fingerprint: JSON.stringify(parts),
  file: 'src/a.js',
  line: 1,
  code: 'eval(text);',
  title: 'Code from text',
  description: '',
  origin: '',
  ...parts,
});

const matches = (before: readonly Placed[], after: readonly Placed[], options = {}) =>
  Object.fromEntries(matchFindings(before, after, options).matched.map(([one, other]) => [one.origin, other.origin]));

const numbered = (lines: readonly string[]) => lines.map((text, at) => ({ text, origin: `${at}` }));
const line = fc.constantFrom('eval(a);', 'eval("b", c);', 'eval(d.e.f);', 'call();', '}', '');
const program = fc.array(line, { minLength: 1, maxLength: 40 }).map(numbered);
const ADDED = { text: 'const added = 1;', origin: 'added' };

describe('matching findings', () => {
  it('follows each finding when lines are added above, beside and below', () =>
    fc.assert(
      fc.property(program, fc.infiniteStream(fc.nat(2)), (lines, additions) => {
        const next = lines.flatMap((each) => [...Array.from({ length: additions.next().value }, () => ADDED), each]);
        const before = findingsIn('src/a.js', lines);
        const { matched, gone, fresh } = matchFindings(before, findingsIn('src/a.js', next));
        expect([gone, fresh]).toEqual([[], []]);
        // Equal lines may change places; their texts may not.
        expect(matched.map(([one]) => one.code)).toEqual(matched.map(([, other]) => other.code));
      }),
    ));

  it('follows each finding in its place where its line is the only one of its kind', () =>
    fc.assert(
      fc.property(fc.nat(20), fc.infiniteStream(fc.nat(3)), (count, additions) => {
        const lines = numbered(Array.from({ length: count }, (_, at) => `eval(value${at});`));
        const next = lines.flatMap((each) => [...Array.from({ length: additions.next().value }, () => ADDED), each]);
        expect(matches(findingsIn('src/a.js', lines), findingsIn('src/a.js', next))).toEqual(
          Object.fromEntries(lines.map(({ origin }) => [origin, origin])),
        );
      }),
    ));

  it('counts what is new and gone where equal lines are added and removed', () =>
    fc.assert(
      fc.property(program, program, (one, other) => {
        const [before, after] = [findingsIn('src/a.js', one), findingsIn('src/a.js', other)];
        const { matched, gone, fresh } = matchFindings(before, after);
        const times = (findings: readonly Placed[], code: string | null) =>
          findings.filter((each) => each.code === code).length;
        for (const { code } of [...gone, ...fresh])
          expect(times(gone, code) === 0 || times(fresh, code) === 0).toBe(true);
        expect(matched.length + gone.length).toBe(before.length);
        expect(matched.length + fresh.length).toBe(after.length);
        expect(new Set(matched.flat()).size).toBe(matched.length * 2);
      }),
    ));

  it('takes the nearest of equal lines, counted from what is sure around them', () => {
    const lines = numbered(['eval(a);', 'one();', 'two();', 'eval(b);', 'eval(a);']);
    const next = [
      ...Array.from({ length: 30 }, () => ADDED),
      ...lines.slice(1).flatMap((each) => [ADDED, each]), // the first is gone
    ];
    expect(matches(findingsIn('src/a.js', lines), findingsIn('src/a.js', next))).toEqual({ 3: '3', 4: '4' });
  });

  it.each([
    ['indented', 'eval("b", c);', '\t\teval( "b",  c );'],
    ['in other quotes and without a semicolon', 'eval("b", c);', "eval('b', c)"],
    ['broken into several lines', 'const x = evaluate("b", c, d);', "const x = evaluate('b',"],
    ['joined from several lines', 'evaluate(first,', 'return evaluate(first, second);'],
  ])('follows a line that is %s', (_, one, other) =>
    expect(matches([found({ code: one, origin: 'it' })], [found({ code: other, line: 9, origin: 'it' })])).toEqual({
      it: 'it',
    }),
  );

  it.each([
    ['rule', { rule: 'other' }],
    ['tool', { tool: 'other' }],
    ['file', { file: 'src/b.js' }],
    ['code', { code: 'eval(other)' }],
  ])('takes a finding of another %s for another one', (_, other) =>
    expect(matchFindings([found({})], [found(other)])).toMatchObject({ matched: [], gone: [{}], fresh: [{}] }),
  );

  it('looks in other files for what stood in a file that is gone', () => {
    const before = findingsIn('old/a.js', numbered(['eval(a);', 'eval(b);', 'eval(c);']));
    const copy = findingsIn('other/x.js', numbered(['', 'eval(a);']));
    const moved = findingsIn('new/a.js', numbered(['// moved', 'eval(a);', 'eval(b);', 'eval(c);']));
    expect(matchFindings(before, [...copy, ...moved]).matched).toEqual([]);
    const { matched, fresh } = matchFindings(before, [...copy, ...moved], {
      isGone: (file: string) => file === 'old/a.js',
    });
    expect(matched.map(([one, other]) => [one.line, other.file, other.line])).toEqual([
      [1, 'new/a.js', 2],
      [2, 'new/a.js', 3],
      [3, 'new/a.js', 4],
    ]);
    expect(fresh).toEqual(copy);
  });

  it('takes a block that was copied to a place above for the new one', () => {
    const block = numbered(['begin();', 'eval(a);', 'end();']);
    const lines = [...numbered(['', 'eval(first);', '', 'eval(second);']), ...block, ...numbered(['', 'eval(third);'])];
    const copy = block.map(({ text }) => ({ text, origin: 'copy' }));
    const [before, after] = [lines, [...lines.slice(0, 2), ...copy, ...lines.slice(2)]].map((each) =>
      findingsIn('src/a.js', each),
    );
    expect(matchFindings(before!, after!).fresh.map(({ origin }) => origin)).toEqual(['copy']);
  });

  it('keeps equal lines apart in a file that was moved', () => {
    const lines = numbered(['eval(first);', 'eval(a);', 'eval(second);', 'eval(a);', 'eval(third);', 'eval(a);']);
    const moved = [ADDED, ADDED, ...lines.slice(0, 4), ADDED, ...lines.slice(4)];
    const [before, after] = [findingsIn('src/a.js', lines), findingsIn('lib/b.js', moved)];
    expect(matches(before, after, { isGone: (file: string) => file === 'src/a.js' })).toEqual(
      Object.fromEntries(lines.map(({ origin }) => [origin, origin])),
    );
  });

  it('knows a file that was moved from a copy of it by its name', () => {
    const lines = numbered(['eval(a);', 'eval(b);']);
    const after = [...findingsIn('copies/other.js', lines), ...findingsIn('lib/a.js', lines)];
    const { matched } = matchFindings(findingsIn('src/a.js', lines), after, {
      isGone: (file: string) => file === 'src/a.js',
    });
    expect(matched.map(([, { file }]) => file)).toEqual(['lib/a.js', 'lib/a.js']);
  });

  it('follows the only finding of a rule to a short part of its line, and no other', () => {
    const [one, part] = [found({ code: 'run(text, here)', line: 7 }), found({ code: 'run(', line: 9 })];
    expect(matchFindings([one], [part]).matched).toHaveLength(1);
    expect(matchFindings([one], [part, found({ code: 'eval(', line: 8 })]).matched).toEqual([]);
    expect(matchFindings([one], [found({ code: '}', line: 9 })]).matched).toEqual([]);
  });

  it('knows a defect for which another of the tools that agree speaks', () => {
    const duplicates = [{ tool: 'second', rule: 'eval' }];
    const alone = found({ tool: 'second', rule: 'eval', origin: 'it' });
    expect(matches([found({ duplicates, origin: 'it' })], [alone])).toEqual({ it: 'it' });
  });

  it('knows a rule by its new name', () => {
    const kindOf = ({ rule }: { rule: string }) => (rule === 'old-name' ? 'new-name' : rule);
    const [one, other] = [found({ rule: 'old-name', origin: 'it' }), found({ rule: 'new-name', origin: 'it' })];
    expect(matches([one], [other], { kindOf })).toEqual({ it: 'it' });
  });

  it('knows what has no line by its message, numbers aside', () => {
    const whole = (description: string) => found({ file: null, line: null, code: null, description, origin: 'it' });
    expect(matches([whole('12 are too many')], [whole('13 are too many')])).toEqual({ it: 'it' });
    expect(matches([whole('12 are too many')], [whole('no licence')])).toEqual({});
  });

  it('matches thousands of equal findings of one line', () => {
    const minified = (name: string) =>
      Array.from({ length: 5_000 }, (_, at) => found({ fingerprint: `${name}${at}`, code: 'x;'.repeat(20) }));
    expect(matchFindings(minified('before'), minified('after'))).toMatchObject({ gone: [], fresh: [] });
  });
});
