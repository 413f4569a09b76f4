import { stripVTControlCharacters } from 'node:util';
import type { FindingView } from '@assay/findings';
import { finding } from '../../test/finding';
import { findingCards } from './finding-cards';
import { findingsList } from './findings-list';
import { MOST_GROUPS, firstScreen } from './first-screen';
import type { RuleRecord } from './track-record';

const NOTHING_KNOWN: RuleRecord = {
  isSeldomRight: () => false,
  isOftenRight: () => false,
  isAboutTests: () => false,
};

const shown = (screen: ReturnType<typeof firstScreen>) =>
  screen.groups.map(({ rule, findings }) => [rule, findings.map(({ file }) => file)]);

describe('the first screen', () => {
  it('is one group a rule, the most severe first, with its places in order', () =>
    expect(
      shown(
        firstScreen([
          finding({ rule: 'a', severity: 'medium', file: 'b.js' }),
          finding({ rule: 'b', severity: 'critical', file: 'c.js' }),
          finding({ rule: 'a', severity: 'medium', file: 'a.js' }),
          finding({ rule: 'a', severity: 'high', file: 'z.js' }),
        ]),
      ),
    ).toEqual([
      ['b', ['c.js']],
      ['a', ['z.js', 'a.js', 'b.js']],
    ]));

  it('keeps the same rule of two tools apart', () =>
    expect(firstScreen([finding({ tool: 'x' }), finding({ tool: 'y' })]).groups).toHaveLength(2));

  it('folds what is of low severity and what is not code of its own, and loses none', () => {
    const findings = [
      finding({ severity: 'low', rule: 'style' }),
      finding({ file: 'test/app.spec.js', severity: 'critical' }),
      finding({ file: 'vendor/jquery.js' }),
      finding({ file: 'package-lock.json' }),
      finding(),
      finding({ file: null }),
      finding({ file: 'https://example.com/docs/' }),
    ];
    const { groups, folded } = firstScreen(findings);
    expect(groups.flatMap((group) => group.findings)).toHaveLength(3);
    expect(folded.map(({ role, findings: own }) => [role, own.length])).toEqual([
      ['own', 1],
      ['test', 1],
      ['lockfile', 1],
      ['vendored', 1],
    ]);
  });

  it('shows a group of several severities once, and folds none of it', () => {
    const findings = [finding({ severity: 'low', file: 'a.js' }), finding({ severity: 'high', file: 'b.js' })];
    const { groups, folded } = firstScreen([...findings, finding({ severity: 'low', file: 'test/a.spec.js' })]);
    expect(groups).toMatchObject([{ severity: 'high', findings: [{ file: 'b.js' }, { file: 'a.js' }] }]);
    expect(folded).toMatchObject([{ role: 'test', findings: [{}] }]);
    expect(stripVTControlCharacters(findingCards(groups, 80))).toMatch(/All +1 high, 1 low/);
    expect(stripVTControlCharacters(findingsList(findings, 'rule', 120))).toContain('(2 findings: 1 high, 1 low)');
  });

  it('leaves what a comment switches off elsewhere for later, but for a gate and what is critical', () => {
    const waiver = { directive: 'nosec', line: 1 };
    const findings = [
      finding({ rule: 'a', severity: 'high', waiver }),
      finding({ rule: 'b', severity: 'critical', waiver }),
      finding({ rule: 'c', severity: 'medium' }),
      finding({ rule: 'd', severity: 'low', waiver }),
    ];
    const { groups, folded } = firstScreen(findings);
    expect(groups.map(({ rule }) => rule)).toEqual(['b', 'c']);
    expect(folded.map(({ role, isWaived, findings: own }) => [role, isWaived, own.map(({ rule }) => rule)])).toEqual([
      ['own', undefined, ['d']],
      ['own', true, ['a']],
    ]);
    expect(firstScreen(findings, { failOn: 'high' }).groups.map(({ rule }) => rule)).toEqual(['b', 'a', 'c']);
  });

  it('leaves what was seldom right elsewhere for later, but for a gate', () => {
    const record = { ...NOTHING_KNOWN, isSeldomRight: ({ rule }: FindingView) => !['b', 'd'].includes(rule) };
    const findings = [
      finding({ rule: 'a', severity: 'high' }),
      finding({ rule: 'b', severity: 'critical' }),
      finding({ rule: 'c', severity: 'low' }),
      finding({ rule: 'd', severity: 'medium' }),
      finding({ rule: 'e', severity: 'high', waiver: { directive: 'nosec', line: 1 } }),
    ];
    const { groups, folded } = firstScreen(findings, { record });
    expect(groups.map(({ rule }) => rule)).toEqual(['b', 'd']);
    expect(folded.map((each) => [each.isSeldomRight, each.isWaived, each.findings.map(({ rule }) => rule)])).toEqual([
      [true, undefined, ['a']],
      [undefined, undefined, ['c']],
      [undefined, true, ['e']],
    ]);
    expect(firstScreen(findings, { failOn: 'high', record }).groups).toHaveLength(4);
  });

  it('shows what is of low severity and nearly always worth a look, but for what is waived or in tests', () => {
    const record = { ...NOTHING_KNOWN, isOftenRight: ({ rule }: FindingView) => rule === 'a' };
    const findings = [
      finding({ rule: 'a', severity: 'info', file: 'src/a.js' }),
      finding({ rule: 'a', severity: 'info', file: 'test/a.js', role: 'test' }),
      finding({ rule: 'b', severity: 'low' }),
    ];
    const waived = finding({ rule: 'a', severity: 'low', waiver: { directive: 'nosec', line: 1 } });
    expect(shown(firstScreen(findings, { record }))).toEqual([['a', ['src/a.js']]]);
    expect(firstScreen([waived], { record }).groups).toEqual([]);
  });

  it('shows a test that checks nothing like own code, and leaves other mistakes in tests', () => {
    const record: RuleRecord = {
      ...NOTHING_KNOWN,
      isAboutTests: ({ rule }) => rule !== 'c',
      isSeldomRight: ({ rule }) => rule === 'b',
    };
    const inTest = { file: 'test/a.spec.js', role: 'test' } as const;
    const findings = [
      finding({ ...inTest, rule: 'a', severity: 'medium' }),
      finding({ ...inTest, rule: 'a', severity: 'high', waiver: { directive: 'eslint-disable', line: 1 } }),
      finding({ ...inTest, rule: 'a', severity: 'low' }),
      finding({ ...inTest, rule: 'b' }),
      finding({ ...inTest, rule: 'c' }),
      finding({ file: 'examples/a.js', role: 'example', rule: 'a' }),
    ];
    const { groups, folded } = firstScreen(findings, { record });
    expect(groups.map((group) => group.findings.map(({ id }) => id))).toEqual([[findings[0]!.id]]);
    expect(folded.map(({ role, findings: rest }) => [role, rest.length])).toEqual([
      ['example', 1],
      ['test', 4],
    ]);
  });

  it('shows what fails the gate wherever it is', () =>
    expect(shown(firstScreen([finding({ file: 'test/a.js', severity: 'low', rule: 'r' })], { failOn: 'low' }))).toEqual(
      [['r', ['test/a.js']]],
    ));

  it('folds the least severe of more groups than fit', () => {
    const findings = Array.from({ length: MOST_GROUPS + 3 }, (_, index) =>
      finding({ rule: `r${index}`, severity: index < 3 ? 'medium' : 'high' }),
    );
    const { groups, folded } = firstScreen(findings);
    expect(groups.every(({ severity }) => severity === 'high')).toBe(true);
    expect(folded).toEqual([{ role: 'own', findings: findings.slice(0, 3) }]);
  });
});
