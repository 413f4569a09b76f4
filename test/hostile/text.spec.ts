import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const ROOT = resolve(__dirname, '../..');
/** Control characters that clear a screen, set colours and a title, and reverse a line. */
const CONTROLS = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u007f\u202e\u2066\r\b';
const MARKUP = '</code><script>alert("1")</script><img src=x onerror=\'alert(2)\'>&amp;';
/** Characters that no answer and no terminal may get: all but the tab in snippets, and the line feed. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

describe('names and code that are made to be shown', () => {
  let service: RunningService;
  let tenant: Tenant;
  let directory: string;

  beforeAll(async () => {
    service = await runningService();
    tenant = await service.tenant('pro');
    directory = join(service.root, 'shown');
    await mkdir(join(directory, `folder${CONTROLS}`), { recursive: true });
    const code =
      `debugger; // ${MARKUP}\nvar a${CONTROLS.replace('\r', '')} = 1;\nconst b = "${CONTROLS}${MARKUP}"; b = ` +
      'b;\n\n\ndata: x\n\nid: 7\n';
    await writeFile(join(directory, `folder${CONTROLS}`, 'a\n\ndata: {}\nid: 1\n.js'), 'debugger;\n');
    await writeFile(
      join(directory, '<img src=x onerror=alert(1)>.js'),
      `debugger; // ${MARKUP} ${CONTROLS.replace('\r', '')}\n`,
    );
    await writeFile(join(directory, 'broken\u001b[31m.js'), code);
    await writeFile(join(directory, 'bad.css'), `a { "${CONTROLS}": red; colr${CONTROLS}: red; }\n.${CONTROLS} {`);
    await writeFile(join(directory, 'words.md'), `We recieve\u001b[31m teh ${CONTROLS} wrod ${MARKUP}\n`);
    await writeFile(
      join(directory, 'docker-compose.yml'),
      `services: { "${CONTROLS.replace(/[^\u001b\u009b\u202e]/g, '')}": 1 }\n`,
    );
  });
  afterAll(() => service.close());

  it('are answered without control characters or marks that reorder text, and break no event stream', async () => {
    const started = await tenant.post('/api/sessions', {
      target: { directory },
      tools: ['js-correctness', 'eslint-security', 'css-errors', 'markdown-lint', 'spelling', 'compose-lint'],
    });
    const events = `${service.url}/api/sessions/${started.body.sessionId}/events`;
    const shown: Json[] = await eventsOf(events, tenant.key);
    const raw = await (await fetch(events, { headers: { authorization: `Bearer ${tenant.key}` } })).text();
    expect(
      raw.split('\n').filter((line) => !/^(?:$|:|(?:id: \d+|event: [a-z]+|retry: \d+)$|data: \{.*\}$)/.test(line)),
    ).toEqual([]);

    const { body: list } = await tenant.get(`/api/v1/findings?scanId=${started.body.scanId}&limit=100`);
    const files = new Set(list.findings.map(({ file }: Json) => file));
    expect(files).toContain('<img src=x onerror=alert(1)>.js');
    expect(files.size).toBeGreaterThan(2);
    const details = await Promise.all(
      list.findings.map(async ({ id }: Json) => (await tenant.get(`/api/v1/findings/${id}`)).body),
    );
    const { body: session } = await tenant.get(started.body.pollUrls.full);
    expect(
      stringsIn([shown, list, details, session]).filter((text) => UNPRINTABLE.test(text.replace(/[\t\n]/g, ''))),
    ).toEqual([]);
  }, 120_000);

  it('are escaped in the markup of a snippet', async () => {
    const started = await tenant.post('/api/sessions', { target: { directory }, tools: ['js-correctness'] });
    await eventsOf(`${service.url}/api/sessions/${started.body.sessionId}/events`, tenant.key);
    const { body: list } = await tenant.get(`/api/v1/findings?scanId=${started.body.scanId}`);
    const { id } = list.findings.find(({ file }: Json) => file.startsWith('<img'));
    const { snippet } = (await tenant.get(`/api/v1/findings/${id}`)).body.finding;
    expect(snippet.html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    expect(
      snippet.html.replace(/<\/?(?:pre|code|mark)>|<span class="line" data-line="\d+">|<\/span>/g, ''),
    ).not.toMatch(/[<>"']/);
  }, 120_000);

  it.each([[['--all']], [['--json']], [['--format', 'junit']]])(
    'reach no terminal: assay scan %j',
    async (options) => {
      const { stdout, stderr } = await assay(
        'scan',
        directory,
        '--tool',
        'js-correctness,css-errors,spelling',
        ...options,
      );
      expect(stdout).toContain('debugger');
      expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(UNPRINTABLE);
    },
    120_000,
  );

  const assay = (...args: string[]) =>
    new Promise<{ stdout: string; stderr: string }>((done) => {
      const env = { PATH: process.env['PATH'], HOME: service.root, NO_COLOR: '1' };
      execFile(
        process.execPath,
        ['-r', join(ROOT, 'test/support/compile-typescript.cjs'), join(ROOT, 'apps/cli/src/main.ts'), ...args],
        { env },
        (_, stdout, stderr) => done({ stdout, stderr }),
      );
    });
});

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, each]) => [key, ...stringsIn(each)])
    : [];
}
