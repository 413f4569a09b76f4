import { type RawFinding, catalogue } from '@assay/analysis';
import type { DeclaredSuppression, StagedFile } from '@assay/target-records';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedFindings } from './recorded-findings';
import { standing, suppressedBy } from './suppressed-by';

const tool = catalogue.find(({ id }) => id === 'eslint-security')!;
const declare = (
  kind: DeclaredSuppression['kind'],
  names: string,
  line: number,
  file = kind === 'file' ? '.assay/ignore' : 'src/a.js',
): DeclaredSuppression => ({ kind, names, line, file, reason: `reason ${line}` });
const file: StagedFile = { staged: 'src/a.js', path: 'src/a.js', size: 1, lines: 9, language: 'javascript' };
const found = (line: number | undefined, more: Partial<RawFinding> = {}): RawFinding => ({
  rule: 'security/detect-eval-with-expression',
  message: 'eval',
  ...(line !== undefined && { line }),
  ...more,
});
const suppression = (finding: RawFinding, declared: readonly DeclaredSuppression[], by = declared.map((_, at) => at)) =>
  suppressedBy({ suppressions: { declared, notHonoured: [], notHonouredTotal: 0 } }, tool, {
    ...file,
    suppressedBy: by,
  })(finding);

describe('a finding with several places', () => {
  const at = (name: string): RawFinding => found(1, { file: name });
  const said = { kind: 'comment', reason: 'why', place: 'a:1' } as const;
  const standingAt = (suppressed: string) =>
    standing({ ...at('a'), elsewhere: [at('b'), at('c')] }, ({ file: name }) =>
      suppressed.includes(name!) ? said : undefined,
    );

  it.each([
    ['', 'a'],
    ['b', 'a'],
    ['a', 'b'],
    ['ab', 'c'],
    ['abc', 'a'],
  ])('stands at the first that nothing suppresses: of a, b and c without "%s" %s', (suppressed, name) =>
    expect(standingAt(suppressed)).toEqual(at(name)),
  );
});

describe('what suppresses a finding', () => {
  const comment = declare('comment', '*', 4);

  it.each([
    [3, undefined],
    [4, 'src/a.js:4'],
    [5, 'src/a.js:4'],
    [6, undefined],
    [undefined, undefined],
  ])('is a comment in its line or the one above: line %p', (line, place) =>
    expect(suppression(found(line), [comment])?.place).toBe(place),
  );

  it('is a line of the ignore file, also of a finding without a line', () =>
    expect(suppression(found(undefined), [declare('file', 'eslint-security', 2)])).toEqual({
      kind: 'file',
      reason: 'reason 2',
      place: '.assay/ignore:2',
    }));

  it.each([
    ['eslint-security', true],
    ['security/detect-eval-with-expression', true],
    ['eslint-security/security/detect-eval-with-expression', true],
    ['*', true],
    ['eslint', false],
    ['eslint-security/security/detect-unsafe-regex', false],
    ['css-errors/security/detect-eval-with-expression', false],
    ['constructor', false],
  ])('names its tool, its rule or both: %s', (names, is) =>
    expect(suppression(found(4), [declare('comment', names, 4)]) !== undefined).toBe(is),
  );

  it('is known by each name that the documentation gives as an example', () => {
    const text = readFileSync(join(__dirname, '../../../../docs/suppressions.md'), 'utf8');
    const lines = [...text.matchAll(/^(?:\/\/ assay-ignore )?([^\s`]+) .*-- /gm)].map(([, names]) => names!);
    const known = catalogue.flatMap(({ id, rules }) => [id, ...Object.keys(rules).map((rule) => `${id}/${rule}`)]);
    expect(lines).toHaveLength(4);
    expect(lines.filter((names) => names !== '*' && !known.includes(names))).toEqual([]);
  });

  it('is the comment nearest to it, where others cover it, too', () =>
    expect(
      suppression(found(5), [declare('file', '*', 1), declare('comment', '*', 4), declare('comment', '*', 5)])?.place,
    ).toBe('src/a.js:5'));

  it('is nothing that covers other files, or a finding that is shown elsewhere', () => {
    expect(suppression(found(4), [comment], [])).toBeUndefined();
    expect(suppression(found(4, { place: 'package.json' }), [comment])).toBeUndefined();
    expect(suppressedBy({}, tool, { ...file, suppressedBy: [0] })(found(4))).toBeUndefined();
    expect(suppressedBy({}, tool, undefined)(found(4))).toBeUndefined();
  });

  it('is recorded with it, and changes nothing else of it', () => {
    const about = { sessionId: 'ses_1', tool, file, lines: ['a', 'eval(x)'] };
    const said = { kind: 'comment', reason: 'why', place: 'src/a.js:1' } as const;
    const [plain] = recordedFindings(about, [found(2)]);
    expect(recordedFindings({ ...about, suppressionOf: () => said }, [found(2)])).toEqual([
      { ...plain, suppression: said },
    ]);
    expect(plain).not.toHaveProperty('suppression');
  });
});
