import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { objectWriter } from '../../../../test/support/git-server/git-objects';
import { type GitServer, openGitServer } from '../../../../test/support/git-server/git-server';
import { createTargetGuard, parseAllowedTargets } from '../network';
import { fetchRepository } from '../repository/fetch-repository';
import { openWriteBudget } from '../staging/write-budget';
import { readMessage } from './read-message';
import { type TargetRun, runTargetJob } from './run-target-job';

// Whatever parses what git says in this process breaks its tests.
function inThisProcess(): never {
  throw new Error('a repository was parsed in the process that answers');
}
jest.mock('../repository/nul-fields', () => ({ nulFields: jest.fn(inThisProcess) }));
jest.mock('../repository/object-reader', () => ({ objectReader: jest.fn(inThisProcess) }));
jest.mock('../repository/commit-object', () => ({ parseCommit: jest.fn(inThisProcess) }));
jest.mock('../repository/tree-object', () => ({ parseTree: jest.fn(inThisProcess) }));

const LIMITS = { bytes: 20_000_000, files: 10_000, depth: 64, time: 60_000 };
const HISTORY = { versions: true, records: true, bytes: 1_000_000 };

describe('a repository that was fetched and is read in a process of its own', () => {
  let server: GitServer;
  let folder: string;
  beforeEach(async () => {
    server = await openGitServer();
    folder = mkdtempSync(join(tmpdir(), 'assay-job-'));
    mkdirSync(join(folder, 'work'));
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const fetched = async (main: (objects: ReturnType<typeof objectWriter>) => string) => {
    server.add('ada/engine', { main });
    const allowed = parseAllowedTargets(`127.0.0.1:${server.port}`);
    if (!allowed.ok) throw new Error(allowed.refusal);
    const { name, branch, gitDirectory } = await fetchRepository({
      host: 'hosta',
      url: 'ada/engine',
      baseUrl: `http://127.0.0.1:${server.port}`,
      destination: join(folder, 'fetched'),
      guard: createTargetGuard({ allowed: allowed.value }),
      limits: { ...LIMITS, memoryMb: 1_000 },
      history: { commits: 50 },
    });
    return { kind: 'repository', name, branch, gitDirectory, memoryMb: 1_000 } as const;
  };
  const run = (acquire: TargetRun['acquire'], options: Partial<TargetRun> = {}) =>
    runTargetJob({
      acquire,
      destination: join(folder, 'work/copy'),
      limits: LIMITS,
      staging: { totalBytes: LIMITS.bytes, files: LIMITS.files, depth: LIMITS.depth },
      neutralise: [],
      writes: { budget: openWriteBudget(LIMITS.bytes), bytes: LIMITS.bytes },
      allowedTargets: '',
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...options,
    });

  it('is staged with its earlier versions and its record, and nothing of it is parsed here', async () => {
    const commits: string[] = [];
    const job = await fetched(({ line }) => {
      commits.push(line([{ tree: { 'a.js': 'old();\n', link: { mode: '120000', content: '/etc/passwd' } } }]));
      commits.push(line([{ tree: { 'a.js': 'new();\n' } }], commits.slice(0, 1)));
      return commits[1]!;
    });
    const { staged, facts } = await run({ ...job, history: HISTORY });
    expect(facts).toEqual({ leftOut: [], commit: commits[1], committedAt: '2023-11-14T22:13:20.000Z' });
    expect(staged.files.map(({ path }) => path)).toEqual(['a.js']);
    expect(readFileSync(join(staged.root, 'a.js'), 'utf8')).toBe('new();\n');
    expect(staged.parts?.history?.files.map(({ path }) => path)).toEqual([`a.js@${commits[0]!.slice(0, 12)}`]);
    const { root, files } = staged.parts!.records!;
    expect(JSON.parse(readFileSync(join(root, files[0]!.staged), 'utf8')).commits).toHaveLength(2);
    expect(readdirSync(join(folder, 'work'))).toEqual(['copy']);
  });

  it('says why its history is missing, and what of it was left out', async () => {
    const job = await fetched(({ line }) =>
      line([{ tree: { a: 'a\n', inner: { mode: '160000', content: '1'.repeat(40) } } }]),
    );
    const { staged, facts } = await run({ ...job, history: { ...HISTORY, unavailable: 'its history is too large' } });
    expect(staged.unavailable).toEqual({ history: 'its history is too large', records: 'its history is too large' });
    expect(facts.leftOut).toEqual([{ path: '(in the repository)', reason: 'submodule', count: 1 }]);
  });

  it('is refused as git and its readers refuse it', async () => {
    const job = await fetched(({ line }) => line([{ tree: { [`${'x'.repeat(300)}`]: 'x' } }]));
    await expect(run(job)).rejects.toMatchObject({ name: 'RepositoryUnreadable', fault: 'hostile content' });
    await expect(run(job, { limits: { ...LIMITS, files: 0 } })).rejects.toMatchObject({
      name: 'TargetTooLarge',
      limit: 'files',
    });
    writeFileSync(join(job.gitDirectory, 'HEAD'), 'ref: refs/heads/gone\n');
    await expect(run(job)).rejects.toMatchObject({ name: 'RepositoryUnreadable' });
  });

  it('writes no more than its session may', async () => {
    const job = await fetched(({ line }) => line([{ tree: { a: 'x'.repeat(2_000) } }]));
    await expect(run(job, { writes: { budget: openWriteBudget(1_000), bytes: 1_000 } })).rejects.toMatchObject({
      name: 'TargetTooLarge',
      limit: 'bytes',
    });
    expect(readdirSync(join(folder, 'work'))).toEqual([]);
  });

  it.each(['--upload-pack=x', '', 'a'.repeat(41), 'HEAD'])('names a commit by its id alone, not %j', (commit) => {
    expect(() => readMessage(JSON.stringify({ kind: 'done', facts: { leftOut: [], commit } }))).toThrow('a commit');
  });
});
