import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { content, cutTool, finding, hostileFinding, tool, whole } from '../../test/report-content';
import { csvReport } from './csv-report';

const FIELD = /"((?:[^"]|"")*)"(,|\r\n)/gy;

/** Parses rows by RFC 4180, with every field in quotes. Throws if there is text between fields. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  for (const [whole, field = '', end] of text.matchAll(FIELD)) {
    at += whole.length;
    rows.at(-1)!.push(field.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  if (at !== text.length) throw new Error(`no field at ${at}: ${text.slice(at, at + 40)}`);
  return rows.slice(0, -1);
}

const recordsOf = (text: string): Record<string, string>[] => {
  const [header = [], ...rows] = rowsOf(text);
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
};

const python = spawnSync('python3', ['--version']).status === 0;

describe('the CSV report', () => {
  it('has a row for each finding with what is known of it', async () => {
    const given = finding(1, { duplicates: [{ id: 'fnd_2', tool: 'beta', rule: 'same' }], status: 'accepted' });
    const [row] = recordsOf(await whole(csvReport(content([given]))));
    const { duplicates: _, snippet: __, code: ___, ...known } = given;
    expect(row).toMatchObject({
      record: 'finding',
      duplicates: 'beta/same',
      ...Object.fromEntries(
        (['id', 'severity', 'tool', 'rule', 'cwe', 'file', 'line', 'title', 'status', 'fingerprint'] as const).map(
          (name) => [name, String(known[name])],
        ),
      ),
    });
  });

  it('has a row for all that its findings do not show', async () => {
    const given = content([finding(1)], {
      tools: [tool('broken', 'failed', 'it broke'), cutTool('noisy')],
      unseen: [{ language: 'terraform', files: 1, lines: 9, first: ['a.tf'] }],
    });
    const rows = recordsOf(await whole(csvReport({ ...given, head: { ...given.head, status: 'canceled' } })));
    expect(rows.map(({ record, description }) => `${record}: ${description}`)).toEqual([
      'finding: It is weak.',
      'note: the scan was canceled: this is what had been found until then',
      'note: broken did not complete: it broke',
      expect.stringMatching(/^note: 1002 further findings of noisy are counted and judged, not listed/),
      'note: no tool knows terraform: 1 file with 9 lines (a.tf)',
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '\n=1', '\0=1', '＝1', '＋1', '－1', '＠A1'])(
    'has no formula of a target: %j',
    async (title) => {
      const [row] = recordsOf(await whole(csvReport(content([finding(1, { title, file: title, suggestion: 'a=1' })]))));
      expect(row!['title']).toBe(`'${title.replace('\0', '\ufffd')}`);
      expect(row!['file']).toBe(row!['title']);
      expect(row!['suggestion']).toBe('a=1');
    },
  );

  it('holds whatever a target holds, each field in its column', () =>
    fc.assert(
      fc.asyncProperty(fc.array(hostileFinding, { minLength: 1, maxLength: 5 }), async (findings) => {
        const rows = recordsOf(await whole(csvReport(content(findings))));
        const shown = (text: string) => text.replace(/\p{Surrogate}|\0/gu, '\ufffd');
        for (const [index, { title, description, rule }] of findings.entries())
          for (const [name, text] of Object.entries({ title, description, rule }))
            expect([shown(text), `'${shown(text)}`]).toContain(rows[index]![name]);
        for (const row of rows) for (const value of Object.values(row)) expect(value).not.toMatch(/^\s*[=+\-@]/);
      }),
    ));

  (python ? it : it.skip)('is read by the parser of Python as it was meant', async () => {
    const hostile = ['a "quoted" word', 'one,\r\ntwo', '=cmd|calc', "it's; \\ ünïcode 😀", ''];
    const text = await whole(csvReport(content(hostile.map((title, index) => finding(index, { title })))));
    const script = 'import csv,json,sys,io\nt=sys.stdin.buffer.read().decode()\n';
    const { stdout } = spawnSync(
      'python3',
      [
        '-c',
        `${script}print(json.dumps([r["title"] for r in csv.DictReader(io.StringIO(t, newline=""), strict=True)]))`,
      ],
      { input: text, encoding: 'utf8' },
    );
    expect(JSON.parse(stdout)).toEqual(hostile.map((title) => (title.startsWith('=') ? `'${title}` : title)));
  });
});
