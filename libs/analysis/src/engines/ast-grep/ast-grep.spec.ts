import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inKeptHost } from '../../../test/kept-host';
import { describeToolSamples } from '../../../test/tool-samples';
import { astGrepTools } from '../../catalogue/ast-grep';
import type { ToolDefinition } from '../../catalogue/tool';
import { runPassWithRepair } from '../runtime/run-with-repair';
import type { ToolRun } from '../runtime/tool-runs';
import { profileOf } from '../engine-table';

const profile = profileOf('ast-grep');

describeToolSamples(profile, astGrepTools);

const tool = (id: string): ToolDefinition => astGrepTools.find((each) => each.id === id)!;
const goSecurity = tool('go-security');

describe('ast-grep', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'assay-ast-grep-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (files: Record<string, string | Buffer>, tools: readonly ToolDefinition[]): Promise<ToolRun[]> => {
    const root = join(folder, 'target');
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    const staged = Object.keys(files).map((path) => ({
      staged: path,
      path,
      size: statSync(join(root, path)).size,
      lines: 1,
      language: '',
    }));
    return inKeptHost(profile, async (scratch, limits) => {
      const { tools: runs } = await runPassWithRepair(
        { engine: profile.id, tools, root, files: staged, scratch },
        limits,
      );
      return [...runs];
    });
  };
  const found = ({ findings }: ToolRun): string[] => findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
  const WEAK = 'package a\n\nimport "crypto/md5"\n\nvar h = md5.New()\n';

  it('follows no configuration and no comment of the target', async () => {
    const canary = join(folder, 'canary');
    const [security] = await run(
      {
        'sgconfig.yml': [
          'ruleDirs: [rules]',
          'customLanguages:',
          '  go:',
          `    libraryPath: ${canary}`,
          '    extensions: [go]\n',
        ].join('\n'),
        'rules/off.yml': 'id: weak-hash\nlanguage: go\nseverity: off\nrule: { pattern: md5.New() }\n',
        '.gitignore': '*.go\n',
        '.ignore': '*.go\n',
        'a.go': WEAK.replace('var h', '// ast-grep-ignore\n// ast-grep-ignore: weak-hash\nvar h'),
      },
      [goSecurity],
    );
    expect(found(security!)).toEqual(['a.go:7 weak-hash']);
    expect(existsSync(canary)).toBe(false);
  });

  it('reads on when files are broken, and says which', async () => {
    const [security] = await run(
      {
        'binary.go': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 3]),
        'bom.go': `\uFEFF${WEAK}`,
        'crlf.go': WEAK.replaceAll('\n', '\r\n'),
        'deep.go': `package a\n\nvar d = ${'(\n'.repeat(50_000)}1${')\n'.repeat(50_000)}\n`,
        'empty.go': '',
        'minified.go': `package a; var text = "${'x'.repeat(2_000_000)}"`,
        'syntax.go': 'package ((( func ]]] { := := "\nfoo bar baz )) ) ,, ; ] {{{\n',
        'weak.go': WEAK,
      },
      [goSecurity],
    );
    expect(security!.outcome).toEqual({ status: 'completed' });
    expect(security!.filesChecked).toBe(8);
    expect(found(security!)).toEqual(['bom.go:5 weak-hash', 'crlf.go:5 weak-hash', 'weak.go:5 weak-hash']);
    expect(security!.unreadable.map(({ file, reason }) => `${file}: ${reason}`)).toEqual([
      'binary.go: not a text file',
      'minified.go: has a line of more than 20000 characters',
      'syntax.go: syntax error in line 1',
    ]);
  });

  it('finds what stands beside a syntax error, and still says that the file was not read in full', async () => {
    const [security] = await run(
      { 'half.go': `${WEAK}\nfunc broken( { ]]] )) := := ((( ]]]  ))) === ;;; ((( ]]] )))\n` },
      [goSecurity],
    );
    expect(found(security!)).toEqual(['half.go:5 weak-hash']);
    expect(security!.unreadable).toEqual([
      { file: 'half.go', reason: expect.stringMatching(/^syntax error in line \d+$/) as string },
    ]);
  });

  it.each([
    [
      'a choice',
      'if (a) { SSL_set_verify(c, SSL_VERIFY_NONE, 0); } else { SSL_set_verify(c, SSL_VERIFY_PEER, 0); }',
      ['low'],
    ],
    ['a comment', 'if (a) { SSL_set_verify(c, SSL_VERIFY_NONE, 0); /* SSL_VERIFY_PEER */ }', ['of the rule']],
    [
      'a server that may ask',
      'if (a) { SSL_set_verify(c, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, 0); }' +
        ' else { SSL_set_verify(c, SSL_VERIFY_NONE, 0); }',
      [],
    ],
    ['a server', 'c = SSL_CTX_new(TLS_server_method()); SSL_CTX_set_verify(c, SSL_VERIFY_NONE, 0);', ['low']],
    ['no condition', 'SSL_CTX_set_verify(c, SSL_VERIFY_NONE, 0);', ['of the rule']],
    ['a text of the program', 'sscanf(a, "%s", b);', ['medium']],
    ['what somebody types', 'scanf("%s", b);', ['of the rule']],
  ])('weighs a call of C by what is around it: %s', async (_, body, expected) => {
    const [calls] = await run({ 'a.c': `void f(int a) {\n  ${body}\n}\n` }, [tool('c-unsafe-calls')]);
    expect(calls!.findings.map(({ severity }) => severity ?? 'of the rule')).toEqual(expected);
  });

  it('reports a sum of values once, however many are added', async () => {
    const values = Array.from({ length: 5_000 }, (_, index) => `value${index}`).join(' +\n');
    const [security] = await run({ 'sum.go': `package a\n\nvar q = "SELECT * FROM t WHERE a = " +\n${values}\n` }, [
      goSecurity,
    ]);
    expect(found(security!)).toEqual(['sum.go:3 sql-built-from-values']);
  });

  it('fails only the tool whose rule is wrong', async () => {
    const wrong: ToolDefinition = {
      ...goSecurity,
      id: 'wrong',
      settings: { languages: ['go'], shapes: {}, patterns: { 'weak-hash': { match: { kind: 'no_such_node' } } } },
    };
    const [broken, security] = await run({ 'weak.go': WEAK }, [wrong, goSecurity]);
    expect(broken!.outcome).toEqual({
      status: 'failed',
      timedOut: false,
      reason: expect.stringContaining('rule weak-hash cannot be used on go') as string,
    });
    expect(found(security!)).toEqual(['weak.go:5 weak-hash']);
  });

  it.each(astGrepTools.map((each) => [each.id, each] as const))(
    '%s gives every rule a weakness that findings can be merged by',
    (_id, { category, rules }) => {
      for (const { cwe, weakness, title, fix } of Object.values(rules)) {
        expect(category === 'security' ? cwe : (cwe ?? weakness)).toMatch(/./);
        expect(cwe ?? 'CWE-1').toMatch(/^CWE-\d+$/);
        expect([title, fix]).toEqual([expect.stringMatching(/[^.]$/), expect.stringMatching(/\.$/)]);
      }
    },
  );
});
