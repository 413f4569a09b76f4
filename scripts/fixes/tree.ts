import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Larger files hold no code that anybody wrote. */
const MOST_BYTES = 1_000_000;
const FILE = /^100\d{3} blob ([0-9a-f]{40,64}) +(\d+)\t(.+)$/;

/**
 * Writes the files of a commit, or of one of its folders, into an empty folder. Links, modules of other repositories
 * and what the clone lacks are left out.
 *
 * @param repository a clone, with or without a work tree
 * @returns how many files were written
 */
export async function writeTree(repository: string, commit: string, folder: string, into: string): Promise<number> {
  const listing = ['ls-tree', '-r', '-l', '-z', '--full-tree', commit, ...(folder === '' ? [] : ['--', `${folder}/`])];
  const entries = (await git(repository, listing))
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, blob, bytes, path] = FILE.exec(line) ?? [];
      return blob === undefined || Number(bytes) > MOST_BYTES || !isInside(path!) ? [] : [{ blob, path: path! }];
    });
  if (entries.length === 0) throw new Error(`${commit} has no file in ${folder === '' ? 'its tree' : folder}`);
  const contents = await git(repository, ['cat-file', '--batch'], entries.map(({ blob }) => `${blob}\n`).join(''));
  let start = 0;
  let written = 0;
  for (const { path } of entries) {
    const end = contents.indexOf(0x0a, start);
    const [, kind, bytes] = contents.toString('latin1', start, end).split(' ');
    start = end + 1;
    if (kind !== 'blob') continue;
    const place = join(into, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, contents.subarray(start, start + Number(bytes)));
    start += Number(bytes) + 1;
    written += 1;
  }
  return written;
}

/** The first parent of a commit. */
export const parentOf = async (repository: string, commit: string): Promise<string> =>
  (await git(repository, ['rev-parse', '--verify', `${commit}^`])).toString('utf8').trim();

const isInside = (path: string): boolean =>
  path.split('/').every((part) => part !== '..' && part !== '.' && part !== '' && part.toLowerCase() !== '.git');

async function git(repository: string, args: readonly string[], input = ''): Promise<Buffer> {
  const child = spawn('git', ['-C', repository, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stdin.on('error', () => child.kill());
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`git ${args[0]} failed in ${repository}`);
  return Buffer.concat(parts);
}
