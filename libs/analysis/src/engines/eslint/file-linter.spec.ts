import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rule } from 'eslint';
import { sampleTool } from '../../../test/sample-tool';
import { lintSkipReason } from './file-kind';
import { fileLinter } from './file-linter';
import { plainMessage } from './plain-message';
import type { Plugin } from './plugins';
import { failureOf, freshTally, tally } from './tool-outcome';

const reporting: Rule.RuleModule = {
  create: (context) => ({ Identifier: (node) => context.report({ node, message: 'an identifier' }) }),
};
const throwing = (error: Error): Rule.RuleModule => ({
  create: () => ({
    Identifier: () => {
      throw error;
    },
  }),
});
const tool = sampleTool(['x/reports', 'x/throws', 'x/refuses']);

function linterWith(
  rules: Plugin['rules'],
): (code: string | Buffer, name?: string) => ReturnType<ReturnType<typeof fileLinter>> {
  const lint = fileLinter([tool], {
    plugins: () => Promise.resolve({ byPrefix: new Map([['x', { rules }]]), unavailable: [] }),
    parsers: () => Promise.resolve({ typescript: undefined, vue: undefined, svelte: undefined }),
  });
  return async (code, name = 'a.js') => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-lint-'));
    try {
      writeFileSync(join(folder, name), code);
      return await lint({ index: 0, path: join(folder, name), staged: name, kind: 'javascript', tools: ['sample'] });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

const sound = { reports: reporting, throws: { create: () => ({}) }, refuses: { create: () => ({}) } };

describe('linting one file', () => {
  it('leaves out a rule that throws, says so, and keeps what the others find', async () => {
    const report = await linterWith({ ...sound, throws: throwing(new Error('cannot read properties of null')) })(
      'name;',
    );
    expect(report.findings).toEqual([{ rule: 'x/reports', line: 1, column: 1, endLine: 1, message: 'an identifier' }]);
    expect(report.brokenRules).toEqual([{ rule: 'x/throws', reason: 'threw: cannot read properties of null' }]);
    expect(report.unreadable).toBeUndefined();
  });

  it('leaves out a rule that throws before it has seen anything', async () => {
    const report = await linterWith({
      ...sound,
      refuses: {
        create: () => {
          throw new Error('no settings');
        },
      },
    })('name;');
    expect(report.findings).toHaveLength(1);
    expect(report.brokenRules.map(({ rule }) => rule)).toEqual(['x/refuses']);
  });

  it('gives up a file that is too deeply nested for a rule', async () => {
    const report = await linterWith({ ...sound, throws: throwing(new RangeError('Maximum call stack size exceeded')) })(
      'name;',
    );
    expect(report).toMatchObject({
      findings: [],
      brokenRules: [],
      unreadable: 'too deeply nested: Maximum call stack size exceeded',
    });
  });

  it('reports the same finding in the same place once', async () => {
    const twice: Rule.RuleModule = {
      create: (context) => ({
        Identifier: (node) => [1, 2].forEach(() => context.report({ node, message: 'an identifier' })),
      }),
    };
    expect((await linterWith({ ...sound, reports: twice })('name;')).findings).toHaveLength(1);
  });

  it('takes no directive of the file into account', async () => {
    for (const directive of [
      '/* eslint-disable */',
      '// eslint-disable-next-line',
      '/* eslint x/reports: off */',
      '/* eslint-disable x/reports */',
      '/* eslint-env nowhere */',
    ]) {
      expect((await linterWith(sound)(`${directive}\nname;`)).findings).toHaveLength(1);
    }
  });

  it('says of a file that is no text that it is none', async () => {
    expect(await linterWith(sound)(Buffer.from([0x61, 0xff, 0xfe]))).toMatchObject({ unreadable: 'not text in UTF-8' });
    expect(await linterWith(sound)(Buffer.from([0x61, 0x00]))).toMatchObject({ unreadable: 'not text in UTF-8' });
  });
});

describe('a tool whose rules throw', () => {
  const after = (files: number, broken: number) =>
    Array.from({ length: files }, (_, index) =>
      index < broken ? [{ rule: 'x/throws', reason: 'threw: null' }] : [],
    ).reduce(tally, freshTally(tool));

  it('fails when one of them throws on many files', () => {
    expect(failureOf(after(50, 5), new Map())).toBe(
      'rule x/throws failed on 5 of 50 files; on the last of them it threw: null',
    );
  });

  it.each([
    [50, 4],
    [51, 5],
    [4, 4],
  ])('completes when, of %d files, only %d made one throw', (files, broken) => {
    expect(failureOf(after(files, broken), new Map())).toBeUndefined();
  });

  it('does not fail for a rule of another tool', () => {
    const own = { ...tool, rules: { 'x/reports': { severity: 'low' as const } } };
    const tallied = Array.from({ length: 9 }, () => [{ rule: 'x/throws', reason: 'threw: null' }]).reduce(
      tally,
      freshTally(own),
    );
    expect(failureOf(tallied, new Map([['x/throws', 'not installed']]))).toBeUndefined();
  });
});

describe('messages', () => {
  it('says of a number what YAML makes of it, and not to cut it', () =>
    expect(plainMessage('yml/no-trailing-zeros', 'Trailing zeros are not allowed, fix to `5`.')).toBe(
      'Without quotes YAML reads it as the number 5',
    ));

  it.each([
    [
      'Parsing error: x-invalid-end-tag.',
      'End tag of an element that ended before, as a paragraph does where a block begins in it',
    ],
    ['Parsing error: missing-end-tag-name.', 'Template that does not parse: missing end tag name'],
    ['Parsing error: eof-in-tag.', 'Template that does not parse: end of the file in tag'],
    ['Parsing error: Unexpected end of expression.', 'Template that does not parse: unexpected end of expression'],
  ])('say in words what a template has wrong: %s', (said, words) =>
    expect(plainMessage('vue/no-parsing-error', said)).toBe(words),
  );

  it('are one plain line of bounded length', () => {
    expect(plainMessage('x/y', 'one\n  two\u0000\tthree ')).toBe('one two three');
    expect(plainMessage('x/y', 'long '.repeat(500))).toHaveLength(400);
  });

  it('show bidirectional controls and lone surrogates as escapes', () => {
    expect(plainMessage('x/y', 'a\u202eb\ud83cc')).toBe('a\\u{202e}b\\u{d83c}c');
  });

  it('never hold a whole secret', () => {
    expect(plainMessage('no-secrets/no-secrets', 'Found a string with entropy 5.2 : "fakeQ7zX2vLp9RwK4tN"')).toBe(
      'Found a string with entropy 5.2: fake… (19 characters)',
    );
    expect(
      plainMessage('no-secrets/no-secrets', 'Found a string that matches "X" : "fakeQ7zX2vLp9RwK4tN"'),
    ).not.toContain('fakeQ7');
  });
});

describe('files that are not linted', () => {
  it.each([
    [{ staged: 'a.js', size: 1_000_001, lines: 30_000 }, 'larger than 1 MB'],
    [{ staged: 'jquery.min.js', size: 900, lines: 30 }, 'minified code'],
    [{ staged: 'bundle.js', size: 90_000, lines: 3 }, 'minified code'],
    [{ staged: 'a.txt', size: 1, lines: 1 }, 'no parser reads this kind of file'],
  ])('%j: %s', (file, reason) => expect(lintSkipReason(file)).toBe(reason));

  it.each([
    { staged: 'admin.js', size: 9_000, lines: 300 },
    { staged: 'one-liner.js', size: 700, lines: 1 },
    { staged: 'data.json', size: 90_000, lines: 1 },
    { staged: 'Min.JS', size: 10, lines: 1 },
  ])('but %j is', (file) => expect(lintSkipReason(file)).toBeUndefined());
});
