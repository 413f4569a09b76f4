import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileArchives } from '../../../../test/support/archives/hostile-archives';
import { zip } from '../../../../test/support/archives/zip-writer';
import { unpackArchive } from '../archive/unpack-archive';
import { TargetUnreadable } from '../staging/errors';
import { inertManifest } from '../staging/inert-manifest';
import { openWriteBudget } from '../staging/write-budget';
import { readDescription } from './read-description';
import { type TargetRun, runTargetJob } from './run-target-job';

// Whatever parses a target's bytes in this process breaks its tests.
jest.mock('../staging/inert-manifest', () => ({
  inertManifest: jest.fn(() => {
    throw new Error('a target was parsed in the process that answers');
  }),
}));

const LIMITS = { bytes: 100_000_000, files: 10_000, depth: 64, time: 60_000 };

describe('a target that is read in a process of its own', () => {
  let folder: string;
  let server: Server;
  let controller: AbortController;
  beforeAll(async () => {
    server = createServer((_, answer) => void answer.end('answered'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-job-'));
    mkdirSync(join(folder, 'work'));
    controller = new AbortController();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (acquire: TargetRun['acquire'], options: Partial<TargetRun> = {}) =>
    runTargetJob({
      acquire,
      destination: join(folder, 'work/copy'),
      limits: LIMITS,
      staging: { totalBytes: LIMITS.bytes, files: LIMITS.files, depth: LIMITS.depth },
      neutralise: [],
      writes: { budget: openWriteBudget(LIMITS.bytes), bytes: LIMITS.bytes },
      allowedTargets: '',
      signal: controller.signal,
      onProgress: () => undefined,
      ...options,
    });
  const archive = (bytes: Buffer): TargetRun['acquire'] => {
    writeFileSync(join(folder, 'archive'), bytes);
    return { kind: 'archive', file: join(folder, 'archive') };
  };
  const directory = (files: Readonly<Record<string, string>>): TargetRun['acquire'] => {
    mkdirSync(join(folder, 'source'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'source', name), text);
    return { kind: 'content', content: { source: { folder: join(folder, 'source') } } };
  };

  it('is unpacked and staged, with what was left out and what it was', async () => {
    const { staged, facts } = await run(
      archive(
        zip([
          { name: 'src/ app.js', content: 'run();\n' },
          { name: 'package.json', content: '{ "name": "a", "jest": {} }' },
          { name: 'logo.xyz', content: Buffer.from([0, 1, 2]) },
          { name: 'link', content: 'src', unixMode: 0o120777 },
        ]),
      ),
    );
    expect(facts.leftOut).toEqual([{ path: 'link', reason: 'symbolic link', count: 1 }]);
    expect(staged.files.map(({ path, lines }) => [path, lines])).toEqual([
      ['package.json', 1],
      ['src/ app.js', 1],
    ]);
    expect(staged.skipped).toEqual([{ path: 'logo.xyz', reason: 'binary content', count: 1 }]);
    expect(readFileSync(join(staged.root, 'package.json'), 'utf8')).toBe('{ "name": "a", "_est": {} }');
    expect(readFileSync(join(staged.pristine, 'package.json'), 'utf8')).toContain('"jest"');
    expect(staged.totals).toMatchObject({ files: 2, lines: 1, byLanguage: { javascript: { lines: 1 } } });
    // Nothing else remains: neither what was unpacked nor the description.
    expect(readdirSync(join(folder, 'work'))).toEqual(['copy']);
    expect(inertManifest).not.toHaveBeenCalled();
  });

  it('gives its parts and their names, as they were brought in', async () => {
    const content = directory({ '1.html': '<p>\n' });
    const history = join(folder, 'history');
    mkdirSync(join(history, '000001-0123456789ab-0'), { recursive: true });
    writeFileSync(join(history, '000001-0123456789ab-0/a.js'), 'a();\n');
    const { staged } = await run({
      kind: 'content',
      content: {
        source: { folder: join(folder, 'source'), naming: { '1.html': 'https://a.example/' } },
        history: { folder: history, naming: 'versions' },
        records: [{ name: 'http/1.json', path: 'https://a.example/', content: { status: 200 } }],
        unavailable: { records: 'why' },
      },
    });
    expect(content.kind).toBe('content');
    expect(staged.files.map(({ path }) => path)).toEqual(['https://a.example/']);
    expect(staged.parts?.history?.files.map(({ path }) => path)).toEqual(['a.js@0123456789ab']);
    expect(staged.unavailable).toEqual({ records: 'why' });
    const { root, files } = staged.parts!.records!;
    expect(JSON.parse(readFileSync(join(root, files[0]!.staged), 'utf8'))).toEqual({ status: 200 });
  });

  // One for each fault: the readers have their own tests.
  it.each(
    [...new Map(hostileArchives('/tmp/outside').map((hostile) => [hostile.code, hostile])).values()].map(
      ({ what, bytes, limits }) => [what, bytes, limits] as const,
    ),
  )('is refused as it is refused there: %s', async (_, bytes, limits = {}) => {
    const acquire = archive(bytes());
    const here = await unpackArchive({
      file: join(folder, 'archive'),
      destination: join(folder, 'unpacked'),
      limits: { bytes: LIMITS.bytes, entries: LIMITS.files, depth: LIMITS.depth, ...limits },
    }).then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    const { bytes: most = LIMITS.bytes, entries: files = LIMITS.files, depth = LIMITS.depth } = limits;
    const there = await run(acquire, { limits: { bytes: most, files, depth, time: LIMITS.time } }).then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    expect(there?.constructor).toBe(here?.constructor);
    expect(there && { ...there, message: there.message }).toEqual(here && { ...here, message: here.message });
  });

  it('leaves the loop that answers free while it is stuck in hostile bytes, and ends with its session', async () => {
    const acquire = directory({ 'a.js': `${'a'.repeat(40)}!\n` });
    // A directive that takes two to the power of forty steps on this file.
    const running = run(acquire, { neutralise: [/^(a+)+$/g] });
    const outcome = running.then(
      () => 'staged',
      (error: unknown) => error,
    );
    const { port } = server.address() as AddressInfo;
    for (let asked = 0; asked < 100; asked += 1)
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('answered');
    controller.abort(new Error('canceled'));
    expect(await outcome).toEqual(new Error('canceled'));
    expect(existsSync(join(folder, 'work/target'))).toBe(false);
  });

  it('is refused where it needs more memory than is allowed', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.js`, 'a'.repeat(1_900_000)]));
    const failure = run(directory(files), { memoryMb: 40 });
    await expect(failure).rejects.toThrow(TargetUnreadable);
    await expect(failure).rejects.toThrow('more than 40 MB of memory');
  });

  it('may write no more than its session may', async () => {
    const budget = openWriteBudget(1_000);
    budget.take(990);
    await expect(
      run(directory({ 'a.js': 'x'.repeat(20) }), { writes: { budget, bytes: 1_000 } }),
    ).rejects.toMatchObject({
      name: 'TargetTooLarge',
      limit: 'bytes',
    });
  });
});

describe('the description of a copy that another process made', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-copy-'));
    mkdirSync(join(folder, 'copy/tree'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = { staged: 'a.js', path: 'a.js', size: 1, lines: 1, language: 'javascript' };
  const read = (description: unknown) => {
    const path = join(folder, 'description.json');
    writeFileSync(path, typeof description === 'string' ? description : JSON.stringify(description));
    return readDescription(path, join(folder, 'copy'));
  };

  it('is taken by its fields alone, at the places that were asked for', async () => {
    const staged = await read({
      root: '/etc',
      pristine: '/root',
      files: [file],
      skipped: [],
      totals: { lines: -9 },
      x: 1,
    });
    expect(staged).toEqual({
      root: join(folder, 'copy/tree'),
      pristine: join(folder, 'copy/pristine'),
      files: [file],
      skipped: [],
      totals: { files: 1, bytes: 1, lines: 1, byLanguage: { javascript: { files: 1, bytes: 1, lines: 1 } } },
    });
  });

  it.each<[string, unknown]>([
    ['is no JSON', '{'],
    ['has no files', { skipped: [] }],
    ['leads out of the copy', { files: [{ ...file, staged: '../../secret.key' }], skipped: [] }],
    ['begins at the root', { files: [{ ...file, staged: '/etc/shadow' }], skipped: [] }],
    ['has a path with control characters', { files: [{ ...file, path: 'a\u001b[2J' }], skipped: [] }],
    ['counts less than nothing', { files: [{ ...file, lines: -1 }], skipped: [] }],
  ])('is refused where it %s', async (_, description) => {
    await expect(read(description)).rejects.toMatchObject({ name: 'MalformedMessage' });
  });

  it('is refused where the copy holds a link', async () => {
    symlinkSync('/etc/shadow', join(folder, 'copy/tree/a.js'));
    await expect(read({ files: [file], skipped: [] })).rejects.toThrow('a link or a device');
  });
});
