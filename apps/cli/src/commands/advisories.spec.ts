import { catalogue } from '@assay/analysis';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { deflateRawSync, crc32 } from 'node:zlib';
import { openCommandLine } from '../../../../test/support/command-line';

const OTHERS = catalogue
  .map(({ id }) => id)
  .filter((id) => id !== 'vulnerable-dependencies')
  .join(',');
const SAMPLE = join(__dirname, '../../../../libs/analysis/samples/vulnerable-dependencies');

/** A zip with one document. */
function zipOf(name: string, content: string): Buffer {
  const [packed, size] = [deflateRawSync(content), Buffer.byteLength(content)];
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    Buffer.from([20, 0]),
    fields,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

interface ScanResult {
  readonly status: string;
  readonly verdict: string;
  readonly missingTools: readonly object[];
  readonly tools: readonly { readonly toolName: string }[];
  readonly credits: number;
}

describe('assay advisories', () => {
  const line = openCommandLine();
  const asked: string[] = [];
  let server: Server;
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const document = {
      id: 'GHSA-1',
      modified: '2026-01-02T00:00:00Z',
      affected: [{ package: { ecosystem: 'npm', name: 'pebble' }, versions: ['3.1.4'] }],
    };
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/npm/all.zip') response.end(zipOf('GHSA-1.json', JSON.stringify(document)));
      else response.writeHead(404).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    environment = {
      ASSAY_ADVISORIES_URL: `http://127.0.0.1:${port}`,
      ASSAY_ALLOWED_TARGETS: `127.0.0.1:${port}`,
    };
    mkdirSync(join(line.folder, 'shop'));
    cpSync(join(SAMPLE, 'positive/shop'), join(line.folder, 'shop'), { recursive: true });
  });
  afterAll(() => {
    server.close();
    line.remove();
  });

  const scan = async () => {
    const { output, status } = await line.quickly('scan', 'shop', '--tool', 'vulnerable-dependencies', '--json');
    return { status, result: JSON.parse(output) as { findings: { title: string }[]; missingTools: object[] } };
  };

  it('leave a scan that names the tool without it, and say what to do, until there is a database', async () => {
    expect(await scan()).toMatchObject({
      status: 2,
      result: { missingTools: [{ reason: expect.stringContaining('assay advisories update') }] },
    });
    expect((await line.quickly('advisories', 'list')).output).toContain('has no database yet');
  });

  it('leave another scan a verdict, which says that there is none and what brings it, and cost nothing', async () => {
    const scanned = async (...more: readonly string[]) => {
      const { output, status } = await line.quickly('scan', 'shop', '--fail-on', 'critical', '--json', ...more);
      return { status, result: JSON.parse(output) as ScanResult };
    };
    const { status, result } = await scanned();
    expect([status, result.status, result.verdict, result.missingTools]).toEqual([0, 'partial', 'pass', []]);
    expect(result.tools.find(({ toolName }) => toolName === 'vulnerable-dependencies')).toMatchObject({
      status: 'skipped',
      excused: true,
      result: { reason: expect.stringContaining('assay advisories update') },
    });
    const without = await scanned('--exclude-tool', 'vulnerable-dependencies');
    expect(result.credits).toBe(without.result.credits);
    expect((await line.quickly('scan', 'shop')).output).toMatch(
      /not run: vulnerable-dependencies: there is no database of known holes[^]*assay\s+advisories\s+update/,
    );
  });

  it('have no verdict where nothing else looked at the target, in JUnit either', async () => {
    const others = ['--exclude-tool', OTHERS];
    const { output, status } = await line.quickly('scan', 'shop', ...others, '--json');
    expect([status, JSON.parse(output)]).toMatchObject([
      2,
      { status: 'partial', verdict: 'inconclusive', missingTools: [{ tool: 'vulnerable-dependencies' }] },
    ]);
    const junit = await line.quickly('scan', 'shop', ...others, '--format', 'junit');
    expect([junit.status, junit.output]).toEqual([2, expect.stringContaining('<error message="there is no database')]);
    const among = await line.quickly('scan', 'shop', '--format', 'junit');
    expect([among.status, among.output]).toEqual([
      0,
      expect.stringContaining('<skipped message="there is no database'),
    ]);
  });

  it('update asks for the whole of an ecosystem, keeps what it could bring, and names what it could not', async () => {
    const { status, output, errors } = await line.started(
      ['advisories', 'update', '--ecosystem', 'npm,PyPI'],
      environment,
    ).ended;
    expect(status).toBe(3);
    expect(output).toMatch(/npm 2026-01-02-[0-9a-f]{12}: 1 advisory of 1 package/);
    expect(errors).toMatch(/PyPI: http:.*\/PyPI\/all\.zip answered 404/);
    expect(asked).toEqual(['/npm/all.zip', '/PyPI/all.zip']);
    expect(readdirSync(join(line.folder, 'data/advisories'))).toEqual(['npm.advisories']);
    expect(await scan()).toMatchObject({ status: 0, result: { findings: [{}], missingTools: [] } });
  });

  it('update contacts no private address that the operator did not allow', async () => {
    const { status, errors } = await line.started(['advisories', 'update', '--ecosystem', 'npm'], {
      ...environment,
      ASSAY_ALLOWED_TARGETS: 'off',
    }).ended;
    expect([status, errors]).toEqual([3, expect.stringMatching(/npm: .*127\.0\.0\.1/)]);
  });

  it('import takes a folder, in the place of what was there, and says what is no advisory', async () => {
    const osv = join(line.folder, 'osv');
    cpSync(join(SAMPLE, 'advisories'), osv, { recursive: true });
    writeFileSync(join(osv, 'broken.json'), '{');
    const { status, output } = await line.quickly('advisories', 'import', 'osv');
    expect([status, output]).toEqual([
      0,
      expect.stringMatching(/4 advisories of 4 packages[^]*broken\.json: it is no JSON/),
    ]);
    expect(JSON.parse((await line.quickly('advisories', 'list', '--json')).output)).toMatchObject([
      { ecosystem: 'npm', advisories: 4, source: osv },
    ]);
    expect((await scan()).result.findings.map(({ title }) => title.split(':')[0])).toEqual([
      'moss-helper 1.0.1',
      'pebble 3.1.4',
      'gravelpit 2.0.3',
    ]);
    expect(await line.quickly('advisories', 'import', 'shop')).toMatchObject({
      status: 3,
      errors: expect.stringContaining('no advisory of a known ecosystem'),
    });
  });
});
