import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOutReference } from './check-out-reference';

describe('the files of a reference of a local repository', () => {
  let folder: string;
  let clone: string;
  let commits: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-reference-'));
    clone = join(folder, 'clone');
    commits = [];
    git(folder, 'init', '--quiet', '--initial-branch=main', 'clone');
    for (const text of ['one', 'two', 'three']) commit(text);
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
        GIT_AUTHOR_NAME: 'Ada',
        GIT_AUTHOR_EMAIL: 'ada@site.example',
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'ada@site.example',
      },
    }).trim();
  const commit = (text: string): void => {
    writeFileSync(join(clone, 'a.txt'), `${text}\n`);
    git(clone, 'add', '--all');
    git(clone, 'commit', '--quiet', '--message', text);
    commits.push(git(clone, 'rev-parse', 'HEAD'));
  };
  let made = 0;
  const checkOut = (reference: string, directory = clone) => {
    const into = join(folder, `out${(made += 1)}`);
    mkdirSync(into);
    return checkOutReference({
      directory,
      reference,
      folder: into,
      limits: { bytes: 10_000_000, files: 1_000, time: 60_000, memoryMb: 1_000 },
      signal: new AbortController().signal,
    });
  };
  const textAt = async (reference: string): Promise<string> => {
    const { commit: id, directory } = await checkOut(reference);
    expect(commits).toContain(id);
    return readFileSync(join(directory, 'a.txt'), 'utf8').trim();
  };

  it('are those of a branch, a tag, an id, a part of one, or an ancestor', async () => {
    git(clone, 'branch', 'topic/first', commits[0]!);
    git(clone, 'tag', '--annotate', '--message', 'Second', 'v2', commits[1]!);
    const names = ['main', 'HEAD', '@', 'topic/first', 'refs/heads/topic/first', 'v2', 'v2^', 'HEAD~2', 'main^~1'];
    const texts = ['three', 'three', 'three', 'one', 'one', 'two', 'one', 'one', 'one'];
    for (const [index, name] of names.entries()) expect([name, await textAt(name)]).toEqual([name, texts[index]]);
    expect([await textAt(commits[1]!), await textAt(commits[1]!.slice(0, 10))]).toEqual(['two', 'two']);
  }, 60_000);

  it('are there when references and objects are packed, and through the head of a remote', async () => {
    git(clone, 'gc', '--quiet');
    git(folder, 'clone', '--quiet', clone, 'second');
    clone = join(folder, 'second');
    expect([await textAt('main'), await textAt('origin'), await textAt('origin/main~1')]).toEqual([
      'three',
      'three',
      'two',
    ]);
  }, 60_000);

  it('have a repository of their own beside them, whose head they are', async () => {
    const { directory } = await checkOut('HEAD~1');
    expect(git(directory, 'log', '--format=%H').split('\n')).toEqual([commits[1], commits[0]]);
    expect(readFileSync(join(directory, '.git/config'), 'utf8')).not.toContain('fsmonitor');
  });

  it.each(['none', 'HEAD~9', '', '--help', 'main:a.txt', 'main..v2', '../../a', 'config', 'deadbeef', 'main@{1}'])(
    'are not there for %p, which is said',
    async (reference) => {
      await expect(checkOut(reference)).rejects.toThrow('has no such branch, tag or commit');
    },
  );

  it('are not looked for in a folder without a repository, or in a worktree', async () => {
    await expect(checkOut('main', folder)).rejects.toThrow('it is no git repository');
    git(clone, 'worktree', 'add', '--quiet', '--detach', join(folder, 'tree'));
    await expect(checkOut('main', join(folder, 'tree'))).rejects.toThrow('its .git is no folder');
  });

  it('run nothing and follow nothing that the repository names', async () => {
    const said = join(folder, 'said');
    writeFileSync(join(folder, 'run.sh'), `#!/bin/sh\necho run >> '${said}'\ncat\n`, { mode: 0o755 });
    const script = join(folder, 'run.sh');
    writeFileSync(join(clone, '.gitattributes'), '*.txt filter=bad\n');
    symlinkSync('/etc/hostname', join(clone, 'link'));
    commit('four');
    appendFileSync(
      join(clone, '.git/config'),
      `[core]\n\tfsmonitor = ${script}\n\thooksPath = ${folder}\n` +
        `[filter "bad"]\n\tsmudge = ${script}\n\trequired = true\n`,
    );
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction'])
      writeFileSync(join(clone, '.git/hooks', hook), readFileSync(script), { mode: 0o755 });
    symlinkSync(join(folder, 'elsewhere'), join(clone, '.git/refs/heads/linked'));
    writeFileSync(join(folder, 'elsewhere'), `${commits[0]}\n`);

    const { directory } = await checkOut('main');
    expect(readdirSync(directory).sort()).toEqual(['.git', '.gitattributes', 'a.txt']);
    expect(readFileSync(join(directory, 'a.txt'), 'utf8')).toBe('four\n');
    await expect(checkOut('linked')).rejects.toThrow('has no such branch');
    expect(existsSync(said)).toBe(false);
  });
});
