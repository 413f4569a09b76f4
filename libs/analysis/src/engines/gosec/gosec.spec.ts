import { gosecTools } from '../../catalogue/programs/gosec';
import { runWithMadeUpPrograms } from '../../../test/made-up-program';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';
import { missingRequirement } from '../runtime/missing-requirement';
import { engine } from './gosec.engine';
import { ruleOf } from './rule-ids';
import { withoutDirectives } from './workspace';

const profile = profileOf('gosec');
const tool = gosecTools[0]!;
const missing = missingRequirement(profile);
/** Drops an error, and needs nothing of Go's library that takes long to compile. */
const flawed = (name: string) => `package ${name}\n\nimport "os"\n\nfunc Drop(file *os.File) {\n\tfile.Close()\n}\n`;

(missing === undefined ? describe : describe.skip)(`with the program (${missing ?? 'it is there'})`, () => {
  describeToolSamples(profile, gosecTools);

  it('lets nothing of the target hide a finding, choose a tool or run, and names what it cannot read', async () => {
    const run = await runOn(profile, gosecTools, (canary) => ({
      'go.mod': 'module ../../../outside\n\ngo 9.99\n\ntoolchain go9.99.1\n',
      'a.go': flawed('a').replace('file.Close()', 'file.Close() // #nosec G104'),
      'b/go.mod': 'module example.com/b\n',
      'b/b.go': `package b\n\nimport "example.com/b/c"\n\nvar Drop = c.Drop\n`,
      'b/c/c.go': `//gosec:disable\n//line other.go:1\n${flawed('c')}`,
      'b/.gosec.json': '{"global": {"nosec": "enabled"}}',
      'd/d.go': flawed('d').replace('import "os"', 'import "os"\nimport "nowhere.example/x"\n\nvar X = x.Y\n'),
      'e/windows.go': `//go:build windows\n\n${flawed('e')}`,
      'e/c.go': `package e\n\n// #cgo LDFLAGS: -Wl,${canary}\nimport "C"\n`,
      'f/broken.go': 'package f\n\nfunc f( {\n',
      'g/broken.go': 'pack',
      'h/one.go': flawed('one'),
      'h/two.go': flawed('two'),
      'i/generate.go': `package i\n\n//go:generate touch ${canary}\nvar A = 1\n`,
      'j/embed.go':
        `package j\n\nimport _ "embed"\n\n//go:embed missing.txt\nvar Text string\n\n${flawed('j').slice(24)}`.replace(
          'import _ "embed"',
          'import _ "embed"\nimport "os"',
        ),
    }));
    expect(run.tool('gosec').outcome).toEqual({ status: 'completed' });
    expect(run.canaryDied).toBe(false);
    expect(run.found.filter((each) => each.endsWith('unhandled-error')).sort()).toEqual([
      'a.go:6 unhandled-error',
      'b/c/c.go:8 unhandled-error',
      'd/d.go:10 unhandled-error',
      'j/embed.go:10 unhandled-error',
    ]);
    expect([...run.unreadable].sort()).toEqual([
      'e/c.go',
      'e/windows.go',
      'f/broken.go',
      'g/broken.go',
      'h/one.go',
      'h/two.go',
    ]);
  }, 300_000);
});

/** Go as far as it is asked: its listing has every file of a folder. */
const go = `
  const [command, ...args] = process.argv.slice(2);
  if (command === 'version') console.log('gosec: go1.26.8\\n\\tmod\\tgithub.com/securego/gosec/v2\\tv9.8.7\\th1:');
  else for (const Dir of args.slice(args.indexOf('--') + 1)) {
    const GoFiles = require('node:fs').readdirSync(Dir).filter((name) => name.endsWith('.go'));
    console.log(JSON.stringify({ Dir, GoFiles }, null, '\\t'));
  }`;

/** A gosec that writes what the expression gives: of the folders, and of the issues that `issue` makes. */
const writing = (expression: string, then = ''): string => `
  const folders = process.argv.slice(2).filter((each) => each.startsWith('/'));
  const issue = (file, rule_id, more = {}) =>
    ({ rule_id, severity: 'HIGH', details: 'Text', code: '', file: folders[0] + '/' + file, ...PLACE, ...more });
  const PLACE = { line: '2', column: '3' };
  const output = process.argv.find((each) => each.startsWith('-out=')).slice(5);
  ${then}
  require('node:fs').writeFileSync(output, ${expression});`;

const issues = (list: string) => writing(`JSON.stringify({ Issues: ${list}, 'Golang errors': {} })`);
const tree = { 'a/a.go': 'package a\n', 'b/b.go': 'package b\n', 'go.mod': 'module example.com/x\n' };
const run = (gosec: string) => runWithMadeUpPrograms(engine, tool, { go, gosec }, tree);

describe('what gosec answers', () => {
  it('becomes findings of the rules of the table, each once, at the files of the target', async () => {
    const list = `[issue('a.go', 'G401'), issue('a.go', 'G401'), issue('a.go', 'G112', { line: '2-4', column: '0' })]`;
    expect(await run(issues(list))).toEqual({
      engine: 'gosec 9.8.7',
      outcome: 'completed',
      unreadable: [],
      findings: [
        { rule: 'weak-hash', file: 'a/a.go', line: 2, column: 3, message: 'Text' },
        { rule: 'server-without-timeouts', file: 'a/a.go', line: 2, endLine: 4, message: 'Text' },
      ],
    });
  });

  it('says of a call what says most', async () =>
    expect((await run(issues(`[issue('a.go', 'G202'), issue('a.go', 'G701')]`))).findings).toEqual([
      expect.objectContaining({ rule: 'tainted-sql' }),
    ]));

  it('loses no check of a later version', async () =>
    expect((await run(issues(`[issue('a.go', 'G999', { severity: 'CRITICAL' })]`))).findings).toEqual([
      expect.objectContaining({ rule: 'other-high', message: 'Text (G999)' }),
    ]));

  it('has nothing to say without issues', async () =>
    expect(await run(issues('null'))).toMatchObject({ findings: [], outcome: 'completed' }));

  it('costs one package where gosec breaks on it', async () => {
    const dying = `if (folders.some((each) => each.endsWith('/a'))) { console.error('panic: no'); process.exit(2); }`;
    expect(await run(writing(`JSON.stringify({ Issues: [issue('b.go', 'G401')] })`, dying))).toMatchObject({
      findings: [{ file: 'b/b.go' }],
      unreadable: ['a/a.go: gosec broke on this package: panic: no'],
      outcome: 'completed',
    });
  });

  it('costs one file where its path is none, or a pattern', async () => {
    const odd = {
      ...tree,
      'c/c.go': 'package c\n',
      'c/go.mod': `module ${'c'.repeat(300)}\n`,
      'd.../d.go': 'package d\n',
      'e/e.go': 'package e\n',
      'e/go.mod': 'module example.com/x/a/a.go\n',
    };
    const { outcome, unreadable } = await runWithMadeUpPrograms(engine, tool, { go, gosec: issues('[]') }, odd);
    expect({ outcome, unreadable }).toEqual({
      outcome: 'completed',
      unreadable: [
        'c/c.go: its path is too long with that of its module',
        'd.../d.go: Go reads its path as a pattern',
        'e/e.go: a module of the target has the path of a file',
      ],
    });
  });

  it.each([
    ['is cut off', writing(`'{"Issues": ['`), 'gosec wrote no whole report'],
    ['is something else', writing(`'{"a": 1}'`), 'gosec wrote a report without a list of issues'],
    ['has an issue without a place', issues(`[{ rule_id: 'G101' }]`), 'gosec wrote an issue without a rule'],
    ['has a file of somewhere else', issues(`[issue('../x.go', 'G401')]`), 'gosec wrote of a file that it was not'],
    ['is missing', writing(`'', process.exit(0)`), 'ENOENT'],
    ['is an error', writing(`'', console.error('no rules'), process.exit(1)`), 'gosec ended with code 1: no rules'],
  ])('fails the tool where it %s', async (_, gosec, reason) => await expect(run(gosec)).rejects.toThrow(reason));

  it.each([
    ['fails', 'console.error("broken"); process.exit(1)', 'go list ended with code 1: broken'],
    ['is cut off', 'console.log("{")', 'go list wrote no whole answer'],
  ])('is not asked for where Go %s', async (_, broken, reason) => {
    const brokenGo = `if (process.argv[2] === 'version') console.log('1'); else { ${broken} }`;
    await expect(runWithMadeUpPrograms(engine, tool, { go: brokenGo, gosec: '' }, tree)).rejects.toThrow(reason);
  });
});

describe('the rule for a number of gosec', () => {
  const said = { severity: 'MEDIUM', details: 'TLS InsecureSkipVerify set to true.', code: '' };

  it.each([
    ['G402', { code: '8: InsecureSkipVerify: true,' }, 'unverified-certificate'],
    ['G402', { code: '8: c.InsecureSkipVerify = true' }, 'unverified-certificate'],
    ['G402', { code: '8: c.InsecureSkipVerify = t.Skip' }, 'certificate-by-choice'],
    ['G402', { details: 'TLS MinVersion too low.' }, 'weak-tls-version'],
    ['G999', {}, 'other-medium'],
    ['G999', { severity: 'LOW' }, 'other-low'],
  ])('%s %j: %s', (id, more, rule) => expect(ruleOf({ rule_id: id, ...said, ...more })).toBe(rule));
});

it('overwrites what could hide a finding, in as many bytes', () => {
  const text =
    'a() // #nosec\n//gosec:disable G1\n//line a.go:1\n/*line a.go:1*/\n//go:embed x\n// a line\n//go:build a\n';
  expect(withoutDirectives(Buffer.from(text)).toString()).toBe(
    'a() // ......\n//............. G1\n//.... a.go:1\n/*.... a.go:1*/\n//........ x\n// a line\n//go:build a\n',
  );
});
