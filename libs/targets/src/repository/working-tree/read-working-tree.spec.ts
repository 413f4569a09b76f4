import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWriteBudget } from '../../staging/write-budget';
import { type TargetRun, runTargetJob } from '../../child/run-target-job';

const LIMITS = { bytes: 20_000_000, files: 10_000, depth: 64, time: 120_000 };
const HISTORY = { versions: true, records: true, bytes: 1_000_000 };

describe('the history of a directory that is a local clone', () => {
  let folder: string;
  let clone: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-clone-'));
    clone = join(folder, 'clone');
    mkdirSync(join(folder, 'work'));
    git(folder, 'init', '--quiet', '--initial-branch=main', 'clone');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        ...Object.fromEntries(
          ['AUTHOR', 'COMMITTER'].flatMap((who) => [
            [`GIT_${who}_NAME`, 'Ada'],
            [`GIT_${who}_EMAIL`, 'ada@site.example'],
          ]),
        ),
      },
    }).trim();
  const commit = (files: Readonly<Record<string, string>>, cwd = clone): string => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    git(cwd, 'add', '--all');
    git(cwd, 'commit', '--quiet', '--message', `Change ${Object.keys(files).join(', ')}`);
    return git(cwd, 'rev-parse', 'HEAD').slice(0, 12);
  };
  /** The secret, and the state without it. */
  const leaked = (): string => {
    const leaking = commit({ 'a.txt': 'secret\n' });
    commit({ 'a.txt': 'nothing\n' });
    return leaking;
  };
  const run = async (
    more: Partial<TargetRun> = {},
    history: Partial<typeof HISTORY> & { unavailable?: string } = {},
  ) => {
    const { staged, facts } = await runTargetJob({
      acquire: {
        kind: 'working-tree',
        source: { folder: clone, workingTree: true },
        memoryMb: 1_000,
        commits: 50,
        history: { ...HISTORY, ...history },
      },
      destination: join(folder, 'work/copy'),
      limits: LIMITS,
      staging: { totalBytes: LIMITS.bytes, files: LIMITS.files, depth: LIMITS.depth },
      neutralise: [],
      writes: { budget: openWriteBudget(LIMITS.bytes * 4), bytes: LIMITS.bytes * 4 },
      allowedTargets: '',
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...more,
    });
    const { history: versions, records } = staged.parts ?? {};
    expect(readdirSync(join(folder, 'work'))).toEqual(['copy']);
    return {
      staged,
      facts,
      versions: versions?.files.map(
        ({ path, staged: name }) => `${path}: ${readFileSync(join(versions.root, name), 'utf8').trim()}`,
      ),
      commits: records && JSON.parse(readFileSync(join(records.root, 'commits.json'), 'utf8')).commits.length,
      reason: staged.unavailable?.history,
    };
  };

  it.each<[string, () => void]>([
    ['in loose objects', () => undefined],
    ['in a pack, with packed references', () => void git(clone, 'gc', '--quiet')],
    ['at a detached HEAD', () => void git(clone, 'checkout', '--quiet', '--detach')],
    ['under a branch with folders in its name', () => void git(clone, 'checkout', '--quiet', '-b', 'a/b/c')],
  ])('has what was committed and removed later, with its commit: %s', async (_, change) => {
    const leaking = leaked();
    change();
    const { versions, commits, staged, facts } = await run();
    expect({ versions, commits, facts }).toEqual({
      versions: [`a.txt@${leaking}: secret`],
      commits: 2,
      facts: { leftOut: [] },
    });
    expect(staged.files.map(({ path }) => path)).toEqual(['a.txt']);
  });

  it('has what the head has and the working tree has no more', async () => {
    const leaking = commit({ 'a.txt': 'secret\n', 'b.txt': 'kept\n' });
    unlinkSync(join(clone, 'a.txt'));
    expect((await run()).versions).toEqual([`a.txt@${leaking}: secret`]);
  });

  it('goes as far back as was asked for, and as far as a shallow clone goes', async () => {
    leaked();
    commit({ 'a.txt': 'more\n' });
    const job = {
      kind: 'working-tree',
      source: { folder: clone },
      memoryMb: 1_000,
      commits: 2,
      history: HISTORY,
    } as const;
    const cut = await run({ acquire: job });
    expect(cut.commits).toBe(2);
    expect(cut.facts.leftOut).toEqual([
      { path: '(in the history)', reason: 'commits older than the 2 that were read', count: 1 },
    ]);
    rmSync(join(folder, 'work'), { recursive: true });
    mkdirSync(join(folder, 'work'));
    git(folder, 'clone', '--quiet', '--depth=1', `file://${clone}`, 'shallow');
    clone = join(folder, 'shallow');
    expect(await run()).toMatchObject({ commits: 1, reason: undefined });
  });

  it('is none where nothing is committed yet', async () => {
    writeFileSync(join(clone, 'a.txt'), 'a\n');
    const { staged } = await run();
    expect([staged.parts, staged.unavailable]).toEqual([undefined, undefined]);
  });

  it('is none where there is no .git, and where nobody wants it', async () => {
    leaked();
    expect((await run({}, { unavailable: 'no git' })).reason).toBe('no git');
    rmSync(join(folder, 'work'), { recursive: true });
    mkdirSync(join(folder, 'work'));
    rmSync(join(clone, '.git'), { recursive: true });
    const { staged } = await run();
    expect([staged.parts, staged.unavailable]).toEqual([undefined, undefined]);
  });

  describe('that is hostile', () => {
    /** A repository elsewhere, whose secrets are not the target's. */
    const elsewhere = (): string => {
      git(folder, 'init', '--quiet', '--initial-branch=main', 'elsewhere');
      commit({ 'b.txt': 'of somebody else\n' }, join(folder, 'elsewhere'));
      commit({ 'b.txt': 'nothing\n' }, join(folder, 'elsewhere'));
      return join(folder, 'elsewhere/.git');
    };
    const inGit = (name: string) => join(clone, '.git', name);

    it('runs nothing: no hook, filter, monitor, pager, helper or included configuration', async () => {
      const leaking = leaked();
      // The only folder that the confined process may write to.
      const ran = (what: string) => `touch '${join(folder, 'work')}/${what}'; cat`;
      writeFileSync(join(clone, '.gitattributes'), '* filter=evil diff=evil text eol=crlf\n');
      writeFileSync(join(folder, 'included'), `[core]\n\tfsmonitor = "${ran('included')}"\n`);
      for (const hook of ['post-index-change', 'pre-auto-gc', 'reference-transaction', 'post-checkout'])
        writeFileSync(inGit(`hooks/${hook}`), `#!/bin/sh\n${ran(hook)}\n`, { mode: 0o755 });
      appendFileSync(
        inGit('config'),
        [
          '[core]',
          `\tfsmonitor = "${ran('fsmonitor')}"`,
          `\tpager = "${ran('pager')}"`,
          `\thooksPath = ${inGit('hooks')}`,
          `\tworktree = ${folder}/elsewhere`,
          `\talternateRefsCommand = "${ran('alternate')}"`,
          '[filter "evil"]',
          `\tclean = "${ran('clean')}"`,
          `\tsmudge = "${ran('smudge')}"`,
          `\tprocess = "${ran('process')}"`,
          '\trequired = true',
          '[diff "evil"]',
          `\ttextconv = "${ran('textconv')}"`,
          `\tcommand = "${ran('diff')}"`,
          '[include]',
          `\tpath = ${folder}/included`,
          '',
        ].join('\n'),
      );
      writeFileSync(inGit('info/attributes'), '* filter=evil\n');
      expect((await run()).versions).toEqual([`a.txt@${leaking}: secret`]);
    });

    it('has an index, references and files of git that are none: only its HEAD and its objects are read', async () => {
      const leaking = leaked();
      for (const name of ['index', 'packed-refs', 'config', 'commit-graph', 'FETCH_HEAD'])
        writeFileSync(inGit(name), Buffer.alloc(100_000, 0xff));
      mkdirSync(inGit('refs/replace'), { recursive: true });
      mkdirSync(inGit('objects/info/commit-graphs'), { recursive: true });
      writeFileSync(inGit('objects/info/commit-graphs/commit-graph-chain'), 'x'.repeat(41));
      writeFileSync(inGit('info/grafts'), `${'1'.repeat(40)}\n`);
      expect((await run()).versions).toEqual([`a.txt@${leaking}: secret`]);
    });

    it.each<[string, () => void, RegExp]>([
      [
        'has its objects in another repository, by alternates',
        () => writeFileSync(inGit('objects/info/alternates'), `${elsewhere()}/objects\n`),
        /^its objects are partly in another repository \(objects\/info\/alternates\)/,
      ],
      [
        'is part of another repository, by commondir',
        () => writeFileSync(inGit('commondir'), `${elsewhere()}\n`),
        /^its \.git names the folder of another repository \(commondir\)/,
      ],
      [
        'is a file, as in a worktree or a submodule',
        () => {
          rmSync(join(clone, '.git'), { recursive: true });
          writeFileSync(join(clone, '.git'), `gitdir: ${elsewhere()}\n`);
        },
        /^its \.git is no folder, as in a worktree or a submodule/,
      ],
      [
        'is a link',
        () => {
          rmSync(join(clone, '.git'), { recursive: true });
          symlinkSync(elsewhere(), join(clone, '.git'));
        },
        /^its \.git is no folder/,
      ],
      [
        'has its folder of objects elsewhere, by a link',
        () => {
          rmSync(inGit('objects'), { recursive: true });
          symlinkSync(join(elsewhere(), 'objects'), inGit('objects'));
        },
        /^its \.git has no folder of objects/,
      ],
      [
        'has a pack elsewhere, by a link',
        () => {
          const other = elsewhere();
          git(join(folder, 'elsewhere'), 'gc', '--quiet');
          for (const name of readdirSync(join(other, 'objects/pack')))
            symlinkSync(join(other, 'objects/pack', name), inGit(`objects/pack/${name}`));
          writeFileSync(inGit('HEAD'), git(join(folder, 'elsewhere'), 'rev-parse', 'HEAD'));
        },
        /^its history cannot be read/,
      ],
      [
        'has a branch elsewhere, by a link',
        () => {
          unlinkSync(inGit('refs/heads/main'));
          symlinkSync(join(elsewhere(), 'refs/heads/main'), inGit('refs/heads/main'));
        },
        /its HEAD leads to no commit/,
      ],
      [
        'has a HEAD that climbs out',
        () => writeFileSync(inGit('HEAD'), `ref: refs/../../../elsewhere/.git/refs/heads/main\n${elsewhere()}`),
        /its HEAD leads to no commit/,
      ],
      [
        'has a HEAD that nobody writes to',
        () => {
          unlinkSync(inGit('HEAD'));
          execFileSync('mkfifo', [inGit('HEAD')]);
        },
        /its HEAD leads to no commit/,
      ],
      [
        'has objects that are broken',
        () => {
          git(clone, 'gc', '--quiet');
          const pack = readdirSync(inGit('objects/pack')).find((name) => name.endsWith('.pack'))!;
          renameSync(inGit(`objects/pack/${pack}`), join(folder, 'pack'));
          const bytes = readFileSync(join(folder, 'pack'));
          writeFileSync(inGit(`objects/pack/${pack}`), bytes.fill(0xff, 12, 80));
        },
        /^its history cannot be read/,
      ],
    ])('%s: why it is not read is told, and the files are analysed', async (_, change, reason) => {
      leaked();
      change();
      const { staged, versions, ...told } = await run();
      expect(told.reason).toMatch(reason);
      expect(staged.unavailable).toEqual({ history: told.reason, records: told.reason });
      expect(versions).toBeUndefined();
      expect(staged.files.map(({ path }) => path)).toContain('a.txt');
    });

    it.each<[string, { readonly bytes?: number; readonly files?: number }, string]>([
      ['bytes', { bytes: 5_000 }, 'its history has more than 5,000 bytes'],
      ['objects', { files: 5 }, 'its history has more than 5 files'],
    ])('has more %s than a target may have: it is left, and the files are analysed', async (_, less, reason) => {
      leaked();
      writeFileSync(inGit(`objects/pack/pack-${'1'.repeat(40)}.pack`), Buffer.alloc(10_000));
      const told = await run({ limits: { ...LIMITS, ...less } });
      expect(told.reason).toBe(reason);
      expect(told.staged.files.map(({ path }) => path)).toEqual(['a.txt']);
    });
  });
});
