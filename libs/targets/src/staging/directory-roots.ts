import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { type Refusal, type Result, ok, refuse } from '@assay/kernel';

/**
 * Whether a directory of this machine may be analysed: it must lie below one of the roots (`ASSAY_DIRECTORY_ROOTS`)
 * once every link in it and in the roots is resolved. Gives its real path: stage that, not what was asked for. What
 * lies outside is refused in the same words whether it exists or not.
 */
export async function checkDirectoryAllowed(
  directory: string,
  roots: readonly string[],
): Promise<Result<string, Refusal>> {
  if (roots.length === 0) return notAllowed('no directory may be analysed here: ASSAY_DIRECTORY_ROOTS names none');
  if (!isAbsolute(directory) || directory.includes('\0'))
    return notAllowed('target.directory must be an absolute path');
  const outside = `target.directory is not below a directory that ASSAY_DIRECTORY_ROOTS allows`;
  const [real, realRoots] = await Promise.all([resolveLinks(directory), Promise.all(roots.map(resolveLinks))]);
  if (real === undefined || !realRoots.some((root) => root !== undefined && isWithin(root, real)))
    return notAllowed(outside);
  if (!(await stat(real)).isDirectory()) return notAllowed('target.directory is not a directory');
  return ok(real);
}

const notAllowed = (message: string): Result<never, Refusal> => refuse({ code: 'DIRECTORY_NOT_ALLOWED', message });

function isWithin(root: string, path: string): boolean {
  const from = relative(root, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from));
}

async function resolveLinks(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    // Not there, not to be entered, a loop of links, too long: nothing that lies below a root as far as we can tell.
    if (
      ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG'].includes(
        (error as NodeJS.ErrnoException).code ?? '',
      )
    )
      return undefined;
    throw error;
  }
}
