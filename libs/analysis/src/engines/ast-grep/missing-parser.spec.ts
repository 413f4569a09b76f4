import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { astGrepTools } from '../../catalogue/ast-grep';
import type { PassReporter } from '../engine';
import { engine } from './ast-grep.engine';
import { registrationOf } from '../kit/parsers/languages';

jest.mock('../kit/parsers/languages', () => {
  const actual = jest.requireActual<typeof import('../kit/parsers/languages')>('../kit/parsers/languages');
  return {
    ...actual,
    registrationOf: jest.fn((language: string) => actual.registrationOf(language === 'go' ? 'absent' : language)),
  };
});

describe('a tool of a language whose parser is not installed', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'assay-parser-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('fails, and says which command installs the parser; it does not pass with no findings', async () => {
    writeFileSync(join(root, 'a.go'), 'package main\n');
    const ends: Record<string, string> = {};
    const report: PassReporter = {
      engine: () => undefined,
      finding: () => undefined,
      unreadable: () => undefined,
      progress: () => undefined,
      skipped: (tool, reason) => (ends[tool] = reason),
      completed: (tool) => (ends[tool] = 'completed'),
      failed: (tool, reason) => (ends[tool] = reason),
    };
    await engine.run(
      {
        engine: 'ast-grep',
        tools: astGrepTools.filter(({ id }) => id === 'go-security'),
        root,
        files: [{ staged: 'a.go', path: 'a.go', size: 13, lines: 1, language: 'Go' }],
        scratch: root,
      },
      report,
    );
    expect(registrationOf).toHaveBeenCalledWith('go');
    expect(ends).toEqual({
      'go-security': expect.stringMatching(/no parser for go: .* npm install --no-save -w @assay\/engine-languages /),
    });
  });
});
