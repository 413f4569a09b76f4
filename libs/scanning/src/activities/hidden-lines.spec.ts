import { createHash } from 'node:crypto';
import type { RawFinding, ToolDefinition } from '@assay/analysis';
import type { StagedFile } from '@assay/target-records';
import { recordedFindings } from './recorded-findings';

const tool: ToolDefinition = {
  id: 'a-tool',
  name: 'A tool',
  description: 'Finds things.',
  category: 'security',
  billing: 'security',
  engine: 'eslint',
  targets: ['directory'],
  files: ['**/*'],
  advice: 'Mend it.',
  rules: { secret: { severity: 'critical', cwe: 'CWE-798' }, plain: { severity: 'low' } },
};

/** The recorded finding on a line of a file. */
function recorded(rule: 'secret' | 'plain', path: string, lines: string[], more: Partial<RawFinding> = {}): string {
  const file: StagedFile = { staged: path, path, size: 1, lines: lines.length, language: '' };
  const raw = { rule, line: 1, message: 'found', ...more };
  return JSON.stringify(recordedFindings({ sessionId: 'ses_1', tool, file, lines, text: lines.join('\n') }, [raw]));
}
const token = (prefix: string) => `${prefix}${createHash('sha256').update(prefix).digest('hex').slice(0, 36)}`;

describe('the lines that are stored with findings', () => {
  it.each([
    ['a.ts', `const password = 'correct horse battery staple';`, 'horse'],
    ['a.ts', `const password = 'S3cr3t!';`, 'S3cr3t'],
    ['a.env', 'DB_PASSWORD=Ab3;kL9=Zq{7x}', 'kL9'],
    ['a.env', 'DB_PASSWORD=a;b,c(d', ';b'],
    ['a.py', `connect('ada', "4711!")`, '4711'],
    ['a.py', `connect('ada', "it's 4\\"7!")`, '7!'],
  ])('hide the whole secret of a finding: %s %s', (path, line, secret) =>
    expect(recorded('secret', path, [line])).not.toContain(secret),
  );

  it('hide what the engine says is a secret, wherever it stands', () => {
    const lines = ['login ada with o;p=q', 'and then r s'];
    const hidden = [
      { line: 1, start: 15, end: 20 },
      { line: 2, start: 9, end: 12 },
    ];
    const shown = recorded('secret', 'a.txt', lines, { hidden });
    expect(shown).not.toMatch(/o;p|p=q|r s/);
    expect(shown).toContain('login ada with ********');
    expect(recorded('plain', 'a.txt', lines, { hidden })).not.toMatch(/o;p|p=q|r s/);
  });

  it.each([
    ['main.tf', '  password = "Zx81kq_Lm2pp"', 'Zx81'],
    ['a.env', 'DB_PASSWORD=hunter22x', 'hunter22x'],
    ['a.ts', `const password = 'correct horse battery staple';`, 'horse'],
    ['a.ts', `it('works', () => login({ password: 'S3cr3t!' }));`, 'S3cr3t'],
    ['a.ts', `const one = '${token('ghp_')}';`, token('ghp_')],
    ['a.ts', `const one = '${token('sk_live_')}';`, token('sk_live_')],
    ['a.ts', `const db = 'postgres://shop:h;unt3r2x@db.internal.net/shop';`.replace(';', ''), 'hunt3r2x'],
    ['a.sh', 'curl -u ada:Zx81kq_Lm2pp https://a.internal.net', 'Zx81'],
    ['a.yml', '- name: DB_PASSWORD\n  value: Zx81kq_Lm2pp', 'Zx81'],
  ])('hide secrets beside any finding: %s %s', (path, line, secret) => {
    const lines = ['resource "a" "b" {', ...line.split('\n'), 'publicly_accessible = true', '}'];
    const shown = recorded('plain', path, lines, { line: lines.length - 1 });
    expect(shown).toContain('publicly_accessible');
    expect(shown).not.toContain(secret);
  });

  it('hide a key that begins long before them', () => {
    const body = Array.from({ length: 30 }, (_, at) => createHash('sha384').update(`${at}`).digest('base64'));
    const lines = [`-----BEGIN RSA PRIVATE ${'KEY'}-----`, ...body, '-----END RSA PRIVATE KEY-----', 'x'];
    const shown = recorded('plain', 'a.txt', lines, { line: 25 });
    for (const each of body) expect(shown).not.toContain(each.slice(8, 40));
    expect(recorded('plain', 'a.txt', lines, { line: 33 })).not.toContain(body.at(-1)!.slice(8, 40));
  });

  it('hide it in an excerpt', () =>
    expect(recorded('plain', 'a.html', [], { excerpt: '<input password="Zx81kq_Lm2pp">' })).not.toContain('Zx81'));

  it('leave all other code as it is', () => {
    const lines = ['const token = await next();', 'eval(name)', `const label = { password: form.password };`];
    const shown = recorded('plain', 'a.ts', lines, { line: 2 });
    for (const line of lines) expect(shown).toContain(line);
  });

  it('number lines as the file does, and hide nothing twice', () => {
    const [finding] = recordedFindings(
      {
        ...{ sessionId: 'ses_1', tool, lines: ['a', 'b', 'c', `password = 'S3cr3t!'`, 'd'] },
        file: { staged: 'a.ts', path: 'a.ts', size: 1, lines: 5, language: '' },
      },
      [{ rule: 'plain', line: 4, message: 'x', hidden: [{ line: 4, start: 12, end: 19 }] }],
    );
    expect(finding!.snippet).toEqual({
      startLine: 2,
      highlightLine: 4,
      lines: ['b', 'c', `password = '********'`, 'd'],
    });
  });

  it('keep a fix to themselves whose diff would show a secret', () => {
    const fix = (line: string) =>
      recorded('plain', 'a.ts', ['one()', line], {
        fix: { edits: [{ start: 0, end: 3, before: 'one', text: 'two' }] },
      });
    expect(fix('three()')).toContain('"fix"');
    expect(fix(`const password = 'S3cr3t!';`)).not.toContain('"fix"');
  });
});
