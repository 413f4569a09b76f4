import { type Parameters, checkSync } from 'recheck';
import { runOn } from '../../../test/run-on';
import { describeHostileFiles } from '../../../test/hostile-files';
import { describeToolSamples } from '../../../test/tool-samples';
import { regexDosTools } from '../../catalogue/regex-dos';
import { profileOf } from '../engine-table';
import { STEPS } from '../kit/slow-patterns';
import { extractRegexes } from './regex-literals';

// Its other way to answer at once starts a Java program where there is one, and may wait for it for ever.
process.env['RECHECK_SYNC_BACKEND'] = 'pure';

const profile = profileOf('regex-dos');

describeToolSamples(profile, regexDosTools);
describeHostileFiles(profile, {
  tools: regexDosTools,
  extension: '.js',
  flawed: "'use strict';\n\nmodule.exports = /^(a+)+$/;\n",
  malformed: 'const = = {{{ /^(a+)+$/',
  longLine: `module.exports = '${'x'.repeat(2_000_000)}';`,
  deep: `module.exports = ${'['.repeat(100_000)}${']'.repeat(100_000)};`,
});

const sources = (path: string, text: string) =>
  extractRegexes(path, text).literals.map(({ source, flags, line, column }) => `${line}:${column} /${source}/${flags}`);

describe('regular expressions of a file', () => {
  it('are its literals and RegExp with constant strings', () => {
    expect(
      sources(
        'a.js',
        "const a = /a+/gi;\n  new RegExp('b\\\\d+', 'u'); RegExp(`c+`);\nnew RegExp(input); new " +
          "RegExp('d' + input); new RegExp; exec('e+');",
      ),
    ).toEqual(['1:11 /a+/gi', '2:3 /b\\d+/u', '2:29 /c+/']);
  });

  it('are no divisions, comments, strings or markup', () => {
    expect(
      sources(
        'a.tsx',
        'const a = b / c / d; // /e+/\nconst f = "/g+/"; const h = <p>/i+/</p>; const j = `/k+/ ${/l+/}`;',
      ),
    ).toEqual(['2:60 /l+/']);
    expect(sources('a.ts', 'const a = <RegExp>/m+/; const b = /[/]n+/y;')).toEqual(['1:19 /m+/', '1:35 /[/]n+/y']);
  });
});

describe('recheck', () => {
  const [tool] = regexDosTools as [(typeof regexDosTools)[0]];

  it('runs and obeys nothing of the target', async () => {
    const run = await runOn(profile, regexDosTools, (canary) => ({
      '.recheckrc.js': `require('fs').writeFileSync(${JSON.stringify(canary)}, '')`,
      'package.json': '{"eslintConfig":{"rules":{"redos/no-vulnerable":"off"}}}',
      'a.js':
        '/* eslint-disable */\n// recheck-ignore\n// @ts-nocheck\nmodule.exports = /^(a+)+$/; // eslint-disable-line\n',
    }));
    expect(run.found).toEqual(['a.js:4 exponential-regex']);
    expect(run.canaryDied).toBe(false);
  });

  it('names an expression that it could not judge in time, and continues with the next one', async () => {
    // The first expression takes four times as long here, the second one 5 ms: a busy machine needs the room.
    const hurried = { ...tool, settings: { regexTimeoutMs: 1_000 } };
    const run = await runOn(profile, [hurried], { 'a.js': '/(.*a){25}/;\n/^(a+)+$/;\n' });
    expect(run.found).toContain('a.js:2 exponential-regex');
    expect(run.tool('regex-dos').unreadable).toEqual([
      { file: 'a.js', reason: 'the expression in line 1 could not be judged within 1000 ms' },
    ]);
  });

  it('gives the same verdict on a machine that is a thousand times slower', () => {
    const verdicts = (more: Parameters) =>
      ['(?=(?:\\d{3})+$)(?!^)', '^(a+)+$', '\\s+$'].map((source) => {
        const diagnostics = checkSync(source, '', { ...more, timeout: null });
        return diagnostics.status === 'vulnerable' ? diagnostics.complexity : diagnostics.status;
      });
    const idle = verdicts(STEPS);
    const clock = performance.now.bind(performance);
    const hurried = [
      jest.spyOn(performance, 'now').mockImplementation(() => clock() * 1_000),
      jest.spyOn(Date, 'now').mockImplementation(() => clock() * 1_000),
    ];
    try {
      expect(verdicts(STEPS)).toEqual(idle);
    } finally {
      for (const spy of hurried) spy.mockRestore();
    }
  });

  it('searches a bounded number of expressions, each once, and names the others', async () => {
    const frugal = { ...tool, settings: { regexSearches: 2 } };
    const run = await runOn(profile, [frugal], {
      'a.js': '/^(a+)+$/;\n/^(b+)+$/;\n',
      'b.js': '/^(a+)+$/;\n/^(c+)+$/;\n/d+/;\n',
    });
    expect(run.found).toEqual(['a.js:1 exponential-regex', 'a.js:2 exponential-regex', 'b.js:1 exponential-regex']);
    expect(run.tool('regex-dos').unreadable).toEqual([
      { file: 'b.js', reason: 'the expression in line 2 was not judged after 2 others' },
    ]);
  });

  it('lists an expression that is not valid', async () => {
    const run = await runOn(profile, regexDosTools, { 'a.js': "new RegExp('(a+');\nmodule.exports = /^(b+)+$/;\n" });
    expect(run.found).toEqual(['a.js:2 exponential-regex']);
    expect(run.tool('regex-dos').unreadable).toEqual([
      {
        file: 'a.js',
        reason: expect.stringMatching(/^the expression in line 1 could not be judged: invalid/) as string,
      },
    ]);
  });

  it('refuses a limit that is not a number of milliseconds', async () => {
    const run = await runOn(profile, [{ ...tool, settings: { regexTimeoutMs: 0 } }], { 'a.js': '/a+b+/;\n' });
    expect(run.tool('regex-dos').outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('regexTimeoutMs') as string,
    });
  });
});
