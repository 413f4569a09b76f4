import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { objectWriter } from '../../../../test/support/git-server/git-objects';
import { type GitServer, openGitServer } from '../../../../test/support/git-server/git-server';
import { endlessPack, errorThatSays } from '../../../../test/support/git-server/hostile-answers';
import { type CloneOptions, cloneRepository } from '../../test/clone-repository';
import { createTargetGuard, parseAllowedTargets } from '../network';
import { COMMITS_KEPT } from './common-history';

type Objects = ReturnType<typeof objectWriter>;

describe('what a change has in common with its target branch', () => {
  let server: GitServer;
  let folder: string;
  beforeEach(async () => {
    server = await openGitServer({ filters: true });
    folder = mkdtempSync(join(tmpdir(), 'assay-common-'));
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const limits = { bytes: 5_000_000, files: 1_000, time: 60_000, memoryMb: 1_000 };
  const cloned = async (options: Partial<CloneOptions> = {}) => {
    const allowed = parseAllowedTargets(`127.0.0.1:${server.port}`);
    if (!allowed.ok) throw new Error(allowed.refusal);
    const clone = await cloneRepository({
      host: 'hosta',
      url: 'ada/engine',
      baseUrl: `http://127.0.0.1:${server.port}`,
      branch: 'change',
      targetBranch: 'main',
      destination: join(folder, 'clone'),
      guard: createTargetGuard({ allowed: allowed.value, resolver: async () => [] }),
      limits,
      ...options,
    });
    expect(existsSync(join(folder, 'clone/commits.git'))).toBe(false);
    // Whatever becomes of this, the change is there.
    expect(clone.files).toBe(1);
    return clone;
  };
  /** Commits one after the other, each by its id: the oldest first. */
  const chain = (objects: Objects, count: number, parents: readonly string[] = [], name = 'm'): string[] => {
    const tree = objects.treeOf({ a: name });
    const ids: string[] = [];
    for (let index = 0; index < count; index++)
      ids.push(
        objects.commit(tree, { parents: ids.length === 0 ? parents : ids.slice(-1), message: `${name}${index}` }),
      );
    return ids;
  };
  /** `main` with so many commits, then `ahead` more, and a change of `behind` commits that departs between both. */
  const diverged = (base: number, ahead: number, behind: number): string[] => {
    let common: string[] = [];
    server.add('ada/engine', {
      main: (objects) => chain(objects, ahead, (common = chain(objects, base)).slice(-1), 'ahead').at(-1)!,
      change: (objects) => chain(objects, behind, common.slice(-1), 'change').at(-1)!,
    });
    return common.toReversed();
  };

  it.each([true, false])('is the merge base and what is before it, whether files are left out: %s', async (filters) => {
    await server.close();
    server = await openGitServer({ filters });
    const common = diverged(3, 2, 2);
    expect((await cloned()).common).toEqual({ branch: 'main', commits: common });
  });

  it('is of the commit that is asked for, where the branch has moved on', async () => {
    const common = diverged(2, 1, 1);
    const ids = server.add('ada/other', {
      main: (objects) => chain(objects, 2).at(-1)!,
      change: (objects) => chain(objects, 2, chain(objects, 2).slice(-1), 'more').at(-1)!,
    });
    expect(ids['main']).toBe(common[0]);
    expect((await cloned({ url: 'ada/other', commit: ids['change']! })).common?.commits).toEqual(common);
    expect((await cloned({ url: 'ada/other', destination: join(folder, 'two'), commit: ids['main']! })).common).toEqual(
      { branch: 'main', commits: common },
    );
  });

  it('is found where both have many commits of their own, and is no more than is kept', async () => {
    const common = diverged(COMMITS_KEPT + 50, 230, 210);
    const { commits } = (await cloned()).common!;
    expect(commits).toHaveLength(COMMITS_KEPT);
    expect(commits).toEqual(common.slice(0, COMMITS_KEPT));
  });

  it('is of a change that was merged both ways what is before both merge bases', async () => {
    const ids: string[] = [];
    server.add('ada/engine', {
      main: (objects) => {
        const tree = objects.treeOf({ a: 'a' });
        const root = objects.commit(tree, { message: 'root' });
        const [one, two] = ['one', 'two'].map((message) => objects.commit(tree, { parents: [root], message }));
        ids.push(one!, two!, root);
        return objects.commit(tree, { parents: [one!, two!], message: 'merged' });
      },
      change: (objects) =>
        objects.commit(objects.treeOf({ a: 'a' }), { parents: [ids[1]!, ids[0]!], message: 'merged too' }),
    });
    const { commits } = (await cloned()).common!;
    expect([...commits].sort()).toEqual([...ids].sort());
    expect(commits.at(-1)).toBe(ids[2]);
  });

  it('is nothing where nobody asks, and known to be unknown where there is no such branch', async () => {
    diverged(1, 1, 1);
    const { common } = await cloned({ targetBranch: 'gone' });
    expect(common).toEqual({ branch: 'gone', commits: [], unknown: expect.stringContaining('no branch "gone"') });
  });

  it.each(['--upload-pack=touch x', 'a..b', 'x'.repeat(2_000), '', 'a\nb'])(
    'is unknown where the branch is called %j, and git is not asked',
    async (targetBranch) => {
      diverged(1, 1, 1);
      const { common } = await cloned({ targetBranch });
      expect(common).toMatchObject({ commits: [], unknown: expect.stringContaining('not the name of a branch') });
    },
  );

  it('is unknown where histories are unrelated', async () => {
    server.add('ada/engine', { main: { a: 'a' }, change: { a: 'another' } });
    expect((await cloned()).common).toMatchObject({
      commits: [],
      unknown: 'they have no commit in common among the newest 5,000',
    });
  });

  describe('of a hostile server', () => {
    /** Honest until the change is there: a question for references and one for its pack. */
    const afterTheChange = (answer: Parameters<GitServer['intercept']>[0]) => {
      let packs = 0;
      server.intercept((request, response) => {
        if (packs >= 2) return answer(request, response);
        if (request.method === 'POST') packs += 1;
        return false;
      });
    };

    it('that sends files beside the commits is what was received of it, no more', async () => {
      await server.close();
      server = await openGitServer({ filters: false });
      const noise = Buffer.from(Array.from({ length: 6_000_000 }, () => Math.floor(Math.random() * 256)));
      server.add('ada/engine', { main: { noise: { content: noise } }, change: { a: 'a' } });
      expect((await cloned()).common).toMatchObject({ commits: [], unknown: 'the server sends more than commits' });
    });

    it('that sends without end is ended', async () => {
      diverged(2, 1, 1);
      afterTheChange(endlessPack);
      const { common } = await cloned();
      expect(common).toMatchObject({ commits: [], unknown: 'the server sends more than commits' });
    });

    it('that never answers is not waited for longer than its share of the time', async () => {
      diverged(2, 1, 1);
      afterTheChange(() => true);
      const { common } = await cloned({ limits: { ...limits, time: 10_000 } });
      expect(common).toMatchObject({ commits: [], unknown: 'it was not found in time' });
    });

    it('that says what it likes is not quoted', async () => {
      diverged(2, 1, 1);
      afterTheChange(errorThatSays('@everyone [click](http://evil.example)'));
      const { common } = await cloned();
      expect(common!.commits).toEqual([]);
      expect(common!.unknown).not.toContain('evil');
    });

    it('that gives no commit by its id is one that says nothing of the merge base', async () => {
      let ids: string[] = [];
      server.add('ada/engine', {
        main: (objects) => (ids = chain(objects, 3)).at(-1)!,
        change: (objects) => chain(objects, 3, ids.slice(-1), 'change').at(-1)!,
      });
      server.speakTheOldProtocol();
      const { common } = await cloned({ commit: ids[1]! });
      expect(common).toMatchObject({ commits: [], unknown: expect.stringContaining('does not give the commit') });
    });

    it('with any number of merge bases has as many followed as honest histories have', async () => {
      const many: string[] = [];
      server.add('ada/engine', {
        main: (objects) => {
          const tree = objects.treeOf({ a: 'a' });
          for (let index = 0; index < 2_000; index++) many.push(objects.commit(tree, { message: `${index}` }));
          return objects.commit(tree, { parents: many, message: 'main' });
        },
        change: (objects) => objects.commit(objects.treeOf({ a: 'a' }), { parents: many, message: 'change' }),
      });
      const { commits } = (await cloned()).common!;
      expect(commits.length).toBeGreaterThan(0);
      expect(commits.length).toBeLessThanOrEqual(COMMITS_KEPT);
      expect(many).toEqual(expect.arrayContaining([...commits]));
    });
  });
});
