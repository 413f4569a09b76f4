import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tree, objectWriter } from '../../../../test/support/git-server/git-objects';
import { type GitServer, openGitServer } from '../../../../test/support/git-server/git-server';
import { createTargetGuard, parseAllowedTargets } from '../network';
import { type CloneOptions, type ClonedRepository, cloneRepository } from '../../test/clone-repository';
import type { RepositoryHistory } from './read-history';
import { versionName } from '../../../target-records/src/repository/version-folder';

type Objects = ReturnType<typeof objectWriter>;

describe('the history of a repository', () => {
  let server: GitServer;
  let folder: string;
  let clones = 0;
  beforeEach(async () => {
    server = await openGitServer();
    folder = mkdtempSync(join(tmpdir(), 'assay-history-'));
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const history = { commits: 50, bytes: 10_000_000, files: 1_000, depth: 10 };
  const limits = { bytes: 10_000_000, files: 1_000, time: 120_000, memoryMb: 1_000 };
  const clone = (options: Partial<CloneOptions> = {}): Promise<ClonedRepository> => {
    const allowed = parseAllowedTargets(`127.0.0.1:${server.port}`);
    if (!allowed.ok) throw new Error(allowed.refusal);
    return cloneRepository({
      host: 'hosta',
      url: 'ada/engine',
      baseUrl: `http://127.0.0.1:${server.port}`,
      destination: join(folder, String((clones += 1))),
      guard: createTargetGuard({ allowed: allowed.value }),
      history,
      limits,
      ...options,
    });
  };
  const historyOf = async (
    main: (objects: Objects) => string,
    options: Partial<CloneOptions> = {},
  ): Promise<RepositoryHistory> => {
    server.add('ada/engine', { main });
    const { history: found } = await clone(options);
    expect(found).not.toHaveProperty('unavailable');
    return found as RepositoryHistory;
  };
  /** The names of the versions in findings, and their contents, oldest first. */
  const versionsIn = ({ directory }: RepositoryHistory): string[] =>
    readdirSync(directory, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => `${versionName(path.slice(directory.length + 1))}: ${readFileSync(path, 'utf8')}`);
  const short = (commit: string) => commit.slice(0, 12);

  it('is each version of a file that the head has no more, once, with the commit that brought it first', async () => {
    let [first, second] = ['', ''];
    const found = await historyOf(({ line }) => {
      first = line([{ tree: { 'a.txt': 'one', 'b.txt': 'same' } }]);
      second = line([{ tree: { 'a.txt': 'two', 'b.txt': 'same', 'copy.txt': 'one' } }], [first]);
      return line([{ tree: { 'a.txt': 'three', 'b.txt': 'same' } }], [second]);
    });
    expect(versionsIn(found)).toEqual([`a.txt@${short(first)}: one`, `a.txt@${short(second)}: two`]);
    expect(found.leftOut).toEqual([]);
    expect(found.record).toMatchObject({
      cut: false,
      commits: [{ parents: 1, empty: false }, { id: second }, { id: first, parents: 0 }],
    });
  });

  it('goes as far back as was asked for: what the last commit had counts as brought by it', async () => {
    let third = '';
    const found = await historyOf(
      ({ line }) => {
        third = line([{ tree: { a: '1' } }, { tree: { a: '2', b: 'old' } }, { tree: { a: '3', b: 'old' } }]);
        return line([{ tree: { a: '4' } }], [third]);
      },
      { history: { ...history, commits: 2 } },
    );
    expect(versionsIn(found)).toEqual([`a@${short(third)}: 3`, `b@${short(third)}: old`]);
    expect(found.leftOut).toEqual([
      { path: '(in the history)', reason: 'commits older than the 2 that were read', count: 1 },
    ]);
    expect(found.record).toMatchObject({
      cut: true,
      commits: [{ boundary: false }, { boundary: true, parents: 1, empty: false }],
    });
  });

  it('has both sides of a merge, and what only the merge has', async () => {
    let [left, right, merge] = ['', '', ''];
    const found = await historyOf((objects) => {
      const root = objects.line([{ tree: { a: '0' } }]);
      left = objects.line([{ tree: { a: '0', l: 'left' } }], [root]);
      right = objects.line([{ tree: { a: '0', r: 'right' } }], [root]);
      merge = objects.commit(objects.treeOf({ a: 'in between', l: 'left', r: 'right' }), {
        parents: [left, right],
        at: 1_700_000_600,
      });
      return objects.line([{ tree: { a: '1' }, at: 1_700_000_900 }], [merge]);
    });
    const root = found.record.commits.at(-1)!.id;
    expect(versionsIn(found).toSorted()).toEqual(
      [
        `a@${short(merge)}: in between`,
        `a@${short(root)}: 0`,
        `l@${short(left)}: left`,
        `r@${short(right)}: right`,
      ].toSorted(),
    );
    expect(found.record.commits.find(({ id }) => id === merge)).toMatchObject({ parents: 2 });
  });

  it('has no version of a file that was only renamed, nor links and submodules', async () => {
    const found = await historyOf(({ line }) =>
      line([
        {
          tree: {
            'old.txt': 'text',
            link: { mode: '120000', content: '/etc/passwd' },
            inner: { mode: '160000', content: '1'.repeat(40) },
          },
        },
        { tree: { 'new.txt': 'text' } },
      ]),
    );
    expect(versionsIn(found)).toEqual([]);
  });

  it('has files of any name, by the bytes of it', async () => {
    const names = ['two\nlines', 'tab\t', '--option', ':100644 colon', 'ünïcode', 'back\\slash', 'src'];
    const found = await historyOf(({ line }) =>
      line([
        {
          tree: {
            ...Object.fromEntries(names.map((name, index) => [name, `${index}`])),
            dir: { deep: { 'a b': 'x' } },
          },
        },
        { tree: {} },
      ]),
    );
    const commit = short(found.record.commits[1]!.id);
    expect(versionsIn(found)).toEqual(
      [...names.map((name, index) => `${name}@${commit}: ${index}`), `dir/deep/a b@${commit}: x`].toSorted(),
    );
  });

  it('leaves out what is not looked at in the source either, and says how much', async () => {
    const binary = { content: Buffer.from([1, 0, 2]) };
    const found = await historyOf(
      ({ line }) =>
        line([
          {
            tree: {
              'a.bin': 'bin',
              data: binary,
              node_modules: { m: 'm', n: 'n' },
              big: 'b'.repeat(3_000_000),
              one: { two: { three: { four: 'deep' } } },
            },
          },
          { tree: { kept: 'x y' } },
          { tree: {} },
        ]),
      { history: { ...history, depth: 4 } },
    );
    expect(versionsIn(found)).toEqual([expect.stringMatching(/^kept@.{12}: x y$/)]);
    expect(Object.fromEntries(found.leftOut.map(({ reason, count }) => [reason, count]))).toEqual({
      'too large': 1,
      'installed dependencies': 2,
      'binary format': 1,
      'binary content': 1,
      'too deep': 1,
    });
  });

  it.each([
    ['bytes', { bytes: 4 }],
    ['files', { files: 4 }],
  ])('keeps the newest versions where there is no room for all: %s', async (_, less) => {
    const found = await historyOf(
      ({ line }) => line([{ tree: { a: '01' } }, { tree: { a: '02' } }, { tree: { a: '03' } }, { tree: { a: '04' } }]),
      { history: { ...history, ...less } },
    );
    expect(versionsIn(found).map((version) => version.replace(/@.*:/, ''))).toEqual(['a 02', 'a 03']);
    expect(found.leftOut).toEqual([{ path: '(in the history)', reason: 'too many earlier versions', count: 1 }]);
  });

  it('tells of each commit what is judged, and of nobody the address', async () => {
    const { record } = await historyOf(({ line }) =>
      line([
        { tree: { a: '1' }, message: 'First\n\nWhy.\n', by: 'Ada <ada@site.example>' },
        { tree: { a: '1' }, message: Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x1b, 0x5b]), by: 'root <root@localhost>' },
        { tree: { a: '2' }, message: `x${'y'.repeat(100_000)}`, at: '99999999999999999999' },
      ]),
    );
    expect(record.commits).toMatchObject([
      { authored: null, committed: null, message: `x${'y'.repeat(3_999)}`, authorName: 'Ada' },
      { empty: true, placeholderEmail: 'root@localhost', message: 'caf\ufffd\u001b[\n' },
      { message: 'First\n\nWhy.\n\n', authored: '2023-11-14T22:13:20.000Z', signed: false, empty: false },
    ]);
    expect(JSON.stringify(record)).not.toContain('ada@');
  });

  it('tells of the tree what should not be in it, and what is missing', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    const {
      record: { tree },
    } = await historyOf(({ line }) =>
      line([
        { tree: { 'big.dat': 'b'.repeat(5_300_000) } },
        {
          tree: {
            'README.md': '#',
            LICENSE: 'MIT',
            '.env': 'A=1',
            '.env.example': 'A=',
            '.DS_Store': 'x',
            'a.pyc': 'x',
            node_modules: { a: { 'index.js': '' }, b: { 'index.js': '' } },
            logs: { 'x.log': '' },
            'Readme.md': '',
            'merge.js': 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n',
            'quoted.md': '<<<<<<< HEAD\n=======\n>>>>>>> topic\n',
            'half.js': '<<<<<<< HEAD\n',
            'film.mp4': pointer,
            '.gitattributes': '*.js -diff\n',
          },
        },
      ]),
    );
    expect(tree).toMatchObject({
      files: 15,
      has: { readme: true, licence: true, gitignore: false },
      unwanted: {
        environment: { first: ['.env'] },
        system: { first: ['.DS_Store'] },
        compiled: { first: ['a.pyc'] },
        dependencies: { first: ['node_modules/'], total: 1 },
        log: { first: ['logs/x.log'] },
      },
      large: {
        first: [{ path: 'big.dat', bytes: 5_300_000, commit: expect.stringMatching(/^[0-9a-f]{12}$/) }],
        total: 1,
      },
      colliding: { first: [['README.md', 'Readme.md']] },
      conflicted: { first: ['merge.js'], total: 1 },
      strayPointers: { first: ['film.mp4'], total: 1 },
    });
  });

  describe('that is more than may be', () => {
    const noise = (seed: number): Buffer =>
      Buffer.concat(
        Array.from({ length: 10_000 }, (_, index) => createHash('sha256').update(`${seed}/${index}`).digest()),
      );

    it('is left where it is: the head is cloned without it, and why is told', async () => {
      server.add('ada/engine', {
        main: ({ line }) =>
          line([
            { tree: { a: { content: noise(1) } } },
            { tree: { a: { content: noise(2) } } },
            { tree: { a: 'small' } },
          ]),
      });
      const { files, history: found } = await clone({ limits: { ...limits, bytes: 200_000 } });
      expect({ files, found }).toEqual({
        files: 1,
        found: { unavailable: 'its history is larger than 200,000 bytes' },
      });
    });

    it('does not make a head larger than may be any smaller', async () => {
      server.add('ada/engine', {
        main: ({ line }) => line([{ tree: { a: 'x' } }, { tree: { a: { content: noise(1) } } }]),
      });
      await expect(clone({ limits: { ...limits, bytes: 200_000 } })).rejects.toMatchObject({ name: 'TargetTooLarge' });
    });

    it('is left where git refuses what is in it, while the head is sound', async () => {
      server.add('ada/engine', {
        main: (objects) =>
          objects.line([{ tree: { a: 'x' } }], [objects.line([{ tree: { '.git': { config: 'x' } } }])]),
      });
      const { history: found } = await clone();
      expect(found).toEqual({ unavailable: expect.stringMatching(/^its history cannot be read \(.*hasDotgit/) });
    });

    it('is read like any other, where a commit has billions of files in a dozen objects', async () => {
      const found = await historyOf((objects) => {
        let id = objects.write('blob', Buffer.from('bomb'));
        for (let level = 0; level < 9; level += 1)
          id = objects.tree(
            Array.from({ length: 10 }, (_, index) => ({
              mode: level === 0 ? '100644' : '40000',
              name: `d${index}`,
              id,
            })),
          );
        return objects.line(
          [{ tree: { a: 'old' }, at: 1_600_000_000 }, { tree: { a: 'new' } }],
          [objects.commit(id, { at: 1_500_000_000 })],
        );
      });
      expect(versionsIn(found)).toEqual([
        expect.stringMatching(/^d0\/d0\/d0\/d0\/d0\/d0\/d0\/d0\/d0@.*: bomb$/),
        expect.stringMatching(/^a@.*: old$/),
      ]);
      expect(found.leftOut).toEqual([]);
    });

    it.each([
      ['among installed dependencies', { node_modules: { dir: { file: 'kept' } } }, { dir: { file: 'kept' } }],
      ['under a name of a binary format', { 'file.bin': 'kept' }, { file: 'kept' }],
      [
        'too deep',
        { 1: { 2: { 3: { 4: { 5: { 6: { 7: { dir: { 8: { file: 'kept' } } } } } } } } } },
        { dir: { 8: { file: 'kept' } } },
      ],
      [
        'at too long a path',
        Array.from({ length: 8 }).reduce<Tree>((below, _) => ({ ['x'.repeat(250)]: { ['y'.repeat(250)]: below } }), {
          dir: { file: 'kept' },
        }),
        { dir: { file: 'kept' } },
      ],
    ])('has what it first had %s and then elsewhere', async (_, before: Tree, after: Tree) => {
      const found = await historyOf(({ line }) => line([{ tree: before }, { tree: after }, { tree: { a: 'new' } }]), {
        history: { ...history, depth: 10 + ('1' in before ? 0 : 30) },
      });
      expect(versionsIn(found)).toEqual([expect.stringMatching(/file@.*: kept$/)]);
      expect(found.leftOut).toEqual([]);
    });

    it('is read, where a name in it is longer than any file system takes', async () => {
      const found = await historyOf(({ line }) =>
        line([{ tree: { ['x'.repeat(300)]: 'long' } }, { tree: { a: 'old' } }, { tree: { a: 'new' } }]),
      );
      expect(versionsIn(found)).toEqual([expect.stringMatching(/^a@.*: old$/)]);
      expect(found.leftOut).toEqual([{ path: '(in the history)', reason: 'path too long', count: 1 }]);
    });

    it('is read, where a name in it is longer than any file', async () => {
      const found = await historyOf(({ line }) =>
        line([{ tree: { ['x'.repeat(1_000_000)]: { a: 'long' } } }, { tree: { a: 'old' } }, { tree: { a: 'new' } }]),
      );
      expect(versionsIn(found)).toEqual([expect.stringMatching(/^a@.*: old$/)]);
      expect(found.leftOut).toEqual([
        { path: '(in the history)', reason: 'too many earlier versions and folders', count: 1 },
      ]);
    });

    it('is read, where folders lie within each other without an end', async () => {
      const found = await historyOf((objects) => {
        let id = objects.treeOf({ file: 'deep' });
        for (let level = 0; level < 5_000; level += 1) id = objects.tree([{ mode: '40000', name: 'd', id }]);
        return objects.line(
          [{ tree: { a: 'old' }, at: 1_600_000_000 }, { tree: { a: 'new' } }],
          [objects.commit(id, { at: 1_500_000_000 })],
        );
      });
      expect(versionsIn(found)).toEqual([expect.stringMatching(/^a@.*: old$/)]);
      expect(found.leftOut).toEqual([
        { path: '(in the history)', reason: 'too many earlier versions and folders', count: 1 },
      ]);
    });
  });

  describe('for a commit that was analysed before', () => {
    const moved = (): { held: string; head: string } => {
      const commits = { held: '', head: '' };
      server.add('ada/engine', {
        main: ({ line }) => {
          commits.held = line([{ tree: { a: 'first' } }, { tree: { a: 'held' } }]);
          return (commits.head = line([{ tree: { a: 'later' } }], [commits.held]));
        },
      });
      return commits;
    };
    const headOf = ({ commit, directory, history: found }: ClonedRepository) => ({
      commit,
      a: readFileSync(join(directory, 'a'), 'utf8'),
      ...(found && { versions: versionsIn(found as RepositoryHistory).map((version) => version.split(': ')[1]) }),
    });

    it('is that commit, wherever the branch is by now', async () => {
      const { held } = moved();
      expect(headOf(await clone({ commit: held }))).toEqual({ commit: held, a: 'held', versions: ['first'] });
    });

    it('is looked for in its branch, where the server gives no commit by its id', async () => {
      const { held } = moved();
      server.speakTheOldProtocol();
      expect(headOf(await clone({ commit: held }))).toEqual({ commit: held, a: 'held', versions: ['first'] });
    });

    it.each([
      ['new', () => undefined],
      ['old', (at: GitServer) => at.speakTheOldProtocol()],
    ])('is nothing where the branch does not lead to it any more, by the %s protocol', async (_, prepare) => {
      prepare(server);
      const { held } = moved();
      server.remove('ada/engine');
      server.add('ada/engine', { main: { a: 'rewritten' } });
      await expect(clone({ commit: held })).rejects.toMatchObject({
        name: 'RepositoryUnreadable',
        fault: 'missing commit',
        message: `ada/engine: the commit ${short(held)} is not there, or not any more`,
      });
      server.remove('ada/engine');
      server.add('ada/engine', { other: { a: 'rewritten' } });
      await expect(clone({ commit: held })).rejects.toMatchObject({ fault: 'missing commit' });
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});
