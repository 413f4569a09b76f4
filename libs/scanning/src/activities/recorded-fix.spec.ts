import type { RawFinding } from '@assay/analysis';
import { applyEdits } from '@assay/findings';
import { sha256Hex } from '@assay/kernel';
import { fixedFile, recordedFix } from './recorded-fix';

const NOTHING_HIDDEN = { hasSecret: () => false };
const finding = (edits: NonNullable<RawFinding['fix']>['edits']): RawFinding => ({
  rule: 'no-var',
  message: 'Unexpected var',
  fix: { edits },
});
const recorded = (text: string, ...edits: NonNullable<RawFinding['fix']>['edits'][number][]) =>
  recordedFix(finding(edits), { severity: 'low' }, fixedFile('src/a.js', text), NOTHING_HIDDEN);

describe('a recorded fix', () => {
  it('names the text by its digest, and the place as offsets, lines and columns', () => {
    const text = '"😀";\nvar a = 1;\n';
    expect(recorded(text, { start: 6, end: 9, before: 'var', text: 'const' })).toEqual({
      digest: sha256Hex(text),
      edits: [{ start: 6, end: 9, text: 'const', startLine: 2, startColumn: 1, endLine: 2, endColumn: 4 }],
      diff: '--- a/src/a.js\n+++ b/src/a.js\n@@ -1,2 +1,2 @@\n "😀";\n-var a = 1;\n+const a = 1;\n',
    });
  });

  it('is none where the file has other text than the engine saw', () =>
    expect(recorded('// eslint-disable\n', { start: 3, end: 9, before: 'xxxxxx', text: '' })).toBeUndefined());

  it('is none for a rule about credentials, whose diff would spread one', () => {
    const fix = finding([{ start: 0, end: 1, before: 'a', text: 'b' }]);
    const rule = { severity: 'high', cwe: 'CWE-798' } as const;
    expect(recordedFix(fix, rule, fixedFile('a.js', 'a\n'), NOTHING_HIDDEN)).toBeUndefined();
  });

  it('is none if its diff is longer than somebody would read', () =>
    expect(recorded(`a${'b'.repeat(8_000)}\n`, { start: 0, end: 1, before: 'a', text: 'c' })).toBeUndefined());

  it('is none where it would divide a character', () =>
    expect(recorded('"😀"\n', { start: 1, end: 2, before: '\ud83d', text: '' })).toBeUndefined());

  it('ends inserted lines as the file ends its own', () => {
    const text = 'a\r\nb\r\n';
    const fix = recorded(text, { start: 3, end: 3, before: '', text: 'c\n' });
    expect(applyEdits(text, fix!.edits)).toBe('a\r\nc\r\nb\r\n');
  });
});
