import { stripVTControlCharacters } from 'node:util';
import { finding } from '../../test/finding';
import { findingCards } from './finding-cards';
import { groupByRule } from './group-findings';

const cards = (findings: Parameters<typeof groupByRule>[0], width = 80) =>
  stripVTControlCharacters(findingCards(groupByRule(findings), width));

describe('the cards of findings', () => {
  it('say where, what, why, how to fix it, where else, and by which rule', () =>
    expect(
      cards([
        finding({
          title: 'eval of a computed string',
          description: 'What is evaluated comes from the request.',
          suggestion: 'Parse it with JSON.parse.',
          cwe: 'CWE-95',
          code: '    const discount = eval(query);\n    return discount;',
          line: 9,
          duplicateCount: 2,
        }),
        finding({ title: 'eval of a computed string', file: 'src/b.js', line: 1 }),
        finding({ title: 'eval of a computed string', file: 'src/c.js', line: null }),
      ]),
    ).toBe(
      [
        'HIGH  eval of a computed string',
        '  src/app.js:9  (3 tools agree)',
        '   9 > const discount = eval(query);',
        '  10 > return discount;',
        '  Why   What is evaluated comes from the request.',
        '  Fix   Parse it with JSON.parse.',
        '  Also  src/b.js:1, src/c.js',
        '  Rule  eslint-security/security/detect-eval-with-expression, CWE-95',
        '',
        '',
      ].join('\n'),
    ));

  it('name no place of low severity beside graver ones, and count it', () => {
    const text = cards([
      finding({ severity: 'high', file: 'src/a.js' }),
      finding({ severity: 'low', file: 'src/b.js' }),
      finding({ severity: 'medium', file: 'src/c.js' }),
    ]);
    expect(text).toContain('  Also  src/c.js:3 and 1 more place\n');
    expect(cards([finding({ severity: 'high' }), finding({ severity: 'low' })])).toContain('  Also  1 more place\n');
  });

  it('are one for each cause of a rule, with its name', () => {
    const foreign = (cause: string, line: number) =>
      finding({ tool: 'lockfile-integrity', rule: 'unusual-host', title: 'Another registry', cause, line });
    const of = [foreign('a.example', 1), foreign('b.example', 2), foreign('a.example', 3), foreign('a.example', 4)];
    const heads = cards(of)
      .split('\n')
      .filter((line) => line.startsWith('HIGH'));
    expect(heads).toHaveLength(2);
    expect(heads[0]).toBe('HIGH  Another registry');
    expect(heads[1]).toMatch(/^HIGH {2}.+: a\.example$/);
  });

  it('show each step of the way where they are asked to, and where steps are left out', () => {
    const found = finding({
      trace: {
        steps: [
          { kind: 'source', file: 'src/app.js', line: 4, column: 9, text: 'the query of the request comes in' },
          { kind: 'propagation', file: 'src/app.js', line: 5, text: 'passed to run' },
          { kind: 'sink', file: 'src/jobs.js', line: 12, text: 'given to exec', leftOut: 3 },
        ],
      },
    });
    const shown = stripVTControlCharacters(findingCards(groupByRule([found]), 80, true));
    expect(shown.split('\n').slice(2, 6)).toEqual([
      '  1. src/app.js:4 the query of the request comes in',
      '  2. src/app.js:5 passed to run',
      '     … 3 steps left out',
      '  3. src/jobs.js:12 given to exec',
    ]);
    expect(cards([found])).not.toContain('passed to run');
  });

  it('end with the worst, right above the prompt', () =>
    expect(
      cards([finding({ severity: 'critical', title: 'worst', rule: 'a' }), finding({ title: 'less', rule: 'b' })]),
    ).toMatch(/HIGH {2}less[^]*CRITICAL {2}worst/));

  it('name the rule where its findings have titles of their own', () =>
    expect(cards([finding({ title: 'one' }), finding({ title: 'two' })])).toMatch(
      /^HIGH {2}eval of a computed string\n/,
    ));

  it.each([40, 80, 110])('fit into %i columns', (width) => {
    const text = cards(
      [
        finding({ description: 'many words '.repeat(40), suggestion: 'do it '.repeat(60), title: 'long '.repeat(30) }),
        finding({ rule: 'b', code: `\tx = ${'y'.repeat(300)}`, line: 12_345 }),
      ],
      width,
    );
    const rows = text.split('\n').filter((row) => !row.includes('Rule') && !row.includes('detect-eval'));
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(width);
  });
});
