import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git, Repository } from './git';

/**
 * These attributes override all others in git, so that no attribute of the repository filters, converts or expands the
 * files that are written.
 */
const INERT_ATTRIBUTES = '* -filter -text -eol -ident -working-tree-encoding\n';

/**
 * Makes an empty repository with a configuration of our own.
 * @param git for that repository
 */
export async function initialise(
  git: Git,
  { gitDirectory, branch }: Pick<Repository, 'gitDirectory' | 'branch'>,
  format: 'sha1' | 'sha256' = 'sha1',
): Promise<void> {
  await git([
    'init',
    '--quiet',
    '--bare',
    '--template=',
    `--initial-branch=${branch}`,
    ...(format === 'sha256' ? ['--object-format=sha256'] : []),
  ]);
  await mkdir(join(gitDirectory, 'info'), { recursive: true });
  await writeFile(join(gitDirectory, 'info/attributes'), INERT_ATTRIBUTES);
}
