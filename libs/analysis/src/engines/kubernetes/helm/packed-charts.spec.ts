import { kubernetesTools } from '../../../catalogue/kubernetes';
import { runOn } from '../../../../test/run-on';
import { tarGz } from '../../../../../../test/support/archives/tar-writer';
import { profileOf } from '../../engine-table';

const profile = profileOf('kubernetes');
const security = kubernetesTools.filter(({ id }) => id === 'kubernetes-security');

const chart = (name: string, more = '') => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;
const pod = (setting: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  ${setting}\n` +
  '  containers:\n    - name: a\n      image: a:1\n';
const HOST = pod('hostPID: true');
const packed = (files: Readonly<Record<string, string>>): Buffer =>
  tarGz(...Object.entries(files).map(([name, content]) => ({ name: `db/${name}`, content })));
const DEPENDENCY = 'dependencies:\n  - name: db\n    version: 1.x.x\n';

describe('the packed parts of a chart', () => {
  const run = (files: Record<string, string | Buffer>) =>
    runOn(profile, security, { 'shop/Chart.yaml': chart('shop', DEPENDENCY), ...files });
  const hosts = async (files: Record<string, string | Buffer>) =>
    (await run(files)).tool('kubernetes-security').findings.filter(({ rule }) => rule === 'host-process-namespace');

  it('are told of where the chart asks for them, and mildly, because others wrote them', async () => {
    const db = packed({ 'Chart.yaml': chart('db'), 'templates/a.yaml': HOST });
    expect(await hosts({ 'shop/charts/db-1.0.0.tgz': db })).toMatchObject([
      {
        file: 'shop/Chart.yaml',
        line: 5,
        severity: 'info',
        message: expect.stringContaining('in templates/a.yaml, line 6, of db-1.0.0.tgz') as string,
      },
    ]);
  });

  it('get the values, the globals and the conditions of the chart, which answers for what it sets', async () => {
    const db = packed({
      'Chart.yaml': chart('db'),
      'values.yaml': 'host: false\n',
      'templates/a.yaml': pod('hostPID: {{ .Values.host }}\n  hostIPC: {{ .Values.global.ipc }}'),
    });
    const files = { 'shop/charts/db-1.0.0.tgz': db };
    expect(await hosts(files)).toEqual([]);
    for (const [values, decides] of [
      ['db:\n  host: true\n', 'db.host in shop/values.yaml, line 2'],
      ['global:\n  ipc: true\n', 'global.ipc in shop/values.yaml, line 2'],
    ] as const) {
      const findings = await hosts({ ...files, 'shop/values.yaml': values });
      expect(findings).toMatchObject([{ message: expect.stringContaining(`decided by ${decides}`) as string }]);
      expect(findings).toEqual([expect.not.objectContaining({ severity: 'info' })]);
    }
    const off = chart('shop', `${DEPENDENCY}    condition: db.enabled\n`);
    expect(
      await hosts({ ...files, 'shop/Chart.yaml': off, 'shop/values.yaml': 'db: { host: true, enabled: false }\n' }),
    ).toEqual([]);
  });

  it('are left out by tags of the chart, also where they lie in another part', async () => {
    const inner = packed({ 'Chart.yaml': chart('db'), 'templates/a.yaml': HOST });
    const files = {
      'shop/Chart.yaml': chart('shop'),
      'shop/charts/mid/Chart.yaml': chart('mid', `${DEPENDENCY}    tags: [data]\n`),
      'shop/charts/mid/charts/db-1.0.0.tgz': inner,
    };
    expect(await hosts(files)).toMatchObject([{ file: 'shop/charts/mid/Chart.yaml' }]);
    expect(await hosts({ ...files, 'shop/values.yaml': 'tags: { data: false }\n' })).toEqual([]);
  });

  it('take another name by an alias, and give values to the chart that imports them', async () => {
    const db = packed({
      'Chart.yaml': chart('db'),
      'values.yaml': 'exports: { host: { net: true } }\ninner: { pid: true }\n',
    });
    const imports = `${DEPENDENCY}    alias: store\n    import-values: [host, { child: inner, parent: made.here }]\n`;
    const result = await run({
      'shop/Chart.yaml': chart('shop', imports),
      'shop/charts/db-1.0.0.tgz': db,
      'shop/templates/a.yaml': pod('hostNetwork: {{ .Values.net }}\n  hostPID: {{ .Values.made.here.pid }}'),
    });
    expect(result.found).toEqual(
      expect.arrayContaining([
        'shop/templates/a.yaml:6 host-network',
        'shop/templates/a.yaml:7 host-process-namespace',
      ]),
    );
  });

  it('print nothing by themselves where they are libraries, and help the chart’s own templates', async () => {
    const library = packed({
      'Chart.yaml': chart('db', 'type: library\n'),
      'templates/a.yaml': HOST,
      'templates/_b.tpl': '{{ define "db.spec" }}hostPID: true{{ end }}',
    });
    const files = { 'shop/charts/db-1.0.0.tgz': library };
    expect(await hosts(files)).toEqual([]);
    const using = { ...files, 'shop/templates/a.yaml': pod('{{ include "db.spec" . }}') };
    expect(await hosts(using)).toMatchObject([{ file: 'shop/Chart.yaml', line: 5 }]);
    expect((await run(using)).unreadable).toEqual([]);
  });

  it('may have packed parts themselves', async () => {
    const inner = packed({ 'Chart.yaml': chart('db'), 'templates/a.yaml': HOST });
    const outer = tarGz(
      { name: 'mid/Chart.yaml', content: chart('mid') },
      { name: 'mid/charts/db-1.0.0.tgz', content: inner },
    );
    expect(await hosts({ 'shop/charts/mid-1.0.0.tgz': outer })).toMatchObject([
      { file: 'shop/Chart.yaml', message: expect.stringContaining('charts/db-1.0.0.tgz/templates/a.yaml') as string },
    ]);
  });

  it.each([
    ['leads out of itself', tarGz({ name: 'db/../../x', content: 'a' }), /leads out of its folder/],
    ['has absolute paths', tarGz({ name: '/etc/x', content: 'a' }), /absolute path/],
    [
      'unpacks to many times its size',
      packed({ 'a.yaml': ' '.repeat(1_000_000), ...spaces(20) }),
      /many times its size/,
    ],
    ['has a file twice', tarGz({ name: 'db/a', content: 'a' }, { name: 'db/a', content: 'b' }), /is there twice/],
    ['is no archive', Buffer.from('no archive'), /damaged/],
  ])('are refused with the reason where an archive %s, and the others are judged', async (_, archive, reason) => {
    const result = await run({ 'shop/charts/x-1.0.0.tgz': archive, 'shop/templates/a.yaml': HOST });
    expect(result.found).toContain('shop/templates/a.yaml:6 host-process-namespace');
    expect(result.tool('kubernetes-security').unreadable).toEqual([
      { file: 'shop/Chart.yaml', reason: expect.stringMatching(reason) as string },
    ]);
  });

  it('have no file that a link leads to', async () => {
    const linked = tarGz(
      { name: 'db/Chart.yaml', content: chart('db') },
      { name: 'db/templates/a.yaml', type: '2', link: '../../../../templates/a.yaml' },
    );
    expect(await hosts({ 'shop/charts/db-1.0.0.tgz': linked })).toEqual([]);
  });
});

function spaces(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`b${index}.yaml`, ' '.repeat(1_000_000)]));
}

describe('what a chart leaves out', () => {
  const run = (ignored: string) =>
    runOn(profile, security, {
      'shop/Chart.yaml': chart('shop'),
      'shop/.helmignore': ignored,
      'shop/values.yaml': 'host: true\n',
      'shop/templates/plain.yaml': HOST,
      'shop/templates/made.yaml': pod('hostPID: {{ .Values.host }}'),
    });
  const PLAIN = 'shop/templates/plain.yaml:6 host-process-namespace';
  const MADE = 'shop/templates/made.yaml:6 host-process-namespace';
  const hosts = ({ found }: { found: readonly string[] }) =>
    found.filter((each) => each.includes('host-process')).sort();

  it('is not printed, is read as it stands, and is told of where it cannot be', async () => {
    expect(hosts(await run('*.md\n'))).toEqual([MADE, PLAIN]);
    const result = await run('templates/\n');
    expect(hosts(result)).toEqual([PLAIN]);
    expect(result.tool('kubernetes-security').unreadable).toEqual([
      { file: 'shop/templates/made.yaml', reason: expect.stringContaining('.helmignore') as string },
    ]);
  });

  it('takes nothing away by leaving out the chart itself, or by a line that Helm refuses', async () => {
    expect(hosts(await run('Chart.yaml\n'))).toEqual([MADE, PLAIN]);
    expect(hosts(await run('templates/**\n*\n'))).toEqual([MADE, PLAIN]);
  });

  it('has no values', async () => {
    expect(hosts(await run('/values.yaml\n'))).toEqual([PLAIN]);
  });
});
