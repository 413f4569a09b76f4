import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { type Refusal, type Result, ok, refuse } from '@assay/kernel';

/**
 * Checks whether a local directory may be analysed. It must be below one of the roots (`ASSAY_DIRECTORY_ROOTS`) after
 * all links in it and in the roots are resolved. A directory outside is refused in the same words whether it exists or
 * not.
 * @returns the real path; stage that path, not the requested one
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
    // The path does not exist, cannot be entered, has a loop of links, or is too long. So it is not below a root.
    if (
      ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG'].includes(
        (error as NodeJS.ErrnoException).code ?? '',
      )
    )
      return undefined;
    throw error;
  }
}
