import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawFinding } from '../engine';
import { weighRepeatedCases } from './repeated-case';

function severityOf(text: string, line: number) {
  const root = mkdtempSync(join(tmpdir(), 'assay-cases-'));
  try {
    writeFileSync(join(root, 'a.js'), text);
    const finding: RawFinding = { rule: 'no-duplicate-case', file: 'a.js', line, message: 'twice' };
    return weighRepeatedCases(root)(finding).severity;
  } finally {
    rmSync(root, { recursive: true });
  }
}

const cases = (second: string, between = '') =>
  `switch (a) {\n  case 1:\n    b();\n${between}  case 1 :\n    ${second};\n}\n`;

it('makes less of a repeated case that does the same', () => {
  expect(severityOf(cases('b()'), 4)).toBe('low');
  expect(severityOf(cases('c()'), 4)).toBeUndefined();
});

it('reads lines that are long and full of blanks', () => {
  const blanks = `  case${' '.repeat(50_000)}\n  2:\n    break;\n`;
  expect(severityOf(cases('b()', blanks), 7)).toBe('low');
});
