import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The refs that a push moved, as hosts report them. */
export interface Pushed {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

export interface WorkingCopy {
  /**
   * Commits these files in place of all others, and pushes: a new branch begins at the newest commit.
   *
   * @param to the address of another repository, such as a fork
   */
  push(branch: string, files: Readonly<Record<string, string>>, to?: string): Promise<Pushed>;
  close(): Promise<void>;
}

const NO_COMMIT = '0'.repeat(40);

/** Clones a repository with the git of this machine. */
export async function workingCopy(address: string): Promise<WorkingCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'working-copy-'));
  const git = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run('git', args, {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
        GIT_AUTHOR_NAME: 'Ada',
        GIT_AUTHOR_EMAIL: 'ada@site.example',
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'ada@site.example',
      },
    });
    return stdout.trim();
  };
  await git('init', '--quiet', '--initial-branch=main', '.');
  await git('remote', 'add', 'origin', address);
  return {
    async push(branch, files, to = 'origin') {
      const ref = `refs/heads/${branch}`;
      const before = /^[0-9a-f]{40}/.exec(await git('ls-remote', to, ref))?.[0] ?? NO_COMMIT;
      await git('checkout', '--quiet', before === NO_COMMIT ? '-B' : '-f', branch);
      await git('rm', '-r', '-q', '--ignore-unmatch', '.');
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), content);
      }
      await git('add', '--all');
      await git('commit', '--quiet', '--allow-empty', '--message', 'A commit');
      await git('push', '--quiet', to, `HEAD:${ref}`);
      return { ref, before, after: await git('rev-parse', 'HEAD') };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
