import { FINDING_CATEGORIES, SEVERITIES } from '@assay/kernel';
import fc from 'fast-check';
import { type MeasuredFinding, type Measures, Measuring } from '../src/domain/measuring';

export const finding = (more: Partial<MeasuredFinding> = {}): MeasuredFinding => ({
  id: 'fnd_1',
  tool: 'eslint-security',
  rule: 'detect-eval',
  title: 'Code is evaluated',
  severity: 'high',
  category: 'security',
  status: 'open',
  file: 'src/server.js',
  line: 7,
  code: 'eval(input)',
  cwe: 'CWE-95',
  role: 'own',
  suggestion: 'Parse the input.',
  hasFix: false,
  ...more,
});

/** As a scan's list has them: the severest first. */
export const measuredOf = (findings: readonly MeasuredFinding[]): Measures => {
  const measuring = new Measuring();
  for (const each of [...findings].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)))
    measuring.add(each);
  return measuring.measures();
};

/** Names as targets have them: hostile, with numbers, with whatever ends a line or begins a tag. */
const name = fc.oneof(
  fc.constantFrom(
    'src/a.js',
    'lib/12/b.ts',
    'x y.css',
    '<b>.html',
    'https://evil.example/',
    'a\u202eb.js',
    'line\nend',
    '7',
  ),
  fc.string({ minLength: 1, maxLength: 30 }),
);

/** Findings of a scan, with ids of their own. */
export const anyFindings = fc
  .array(
    fc.record({
      tool: fc.constantFrom('js-quality', 'css-errors', 'secrets-source'),
      rule: fc.constantFrom('no-eval', 'rule-2', '42'),
      title: fc.oneof(fc.constantFrom('Code is evaluated.', '3 words of 10', 'Half a dozen', ''), name),
      severity: fc.constantFrom(...SEVERITIES),
      category: fc.constantFrom(...FINDING_CATEGORIES),
      status: fc.constantFrom('open', 'open', 'open', 'accepted', 'resolved', 'false_positive'),
      file: fc.option(name),
      line: fc.option(fc.nat(5_000)),
      code: fc.option(fc.constantFrom('eval(a)', 'eval( b )', 'x = 1', 'color: "red"')),
      cwe: fc.option(fc.constantFrom('CWE-95', 'CWE-79')),
      role: fc.constantFrom('own', 'own', 'test', 'generated'),
      suggestion: name,
      hasFix: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((findings) => findings.map((each, index): MeasuredFinding => ({ ...each, id: `fnd_${index}` })));
