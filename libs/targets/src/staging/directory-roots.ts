import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
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
  const isBelowRoot = (path: string | undefined) =>
    path !== undefined && realRoots.some((root) => root !== undefined && isWithin(root, path));
  if (real === undefined && isBelowRoot(await nearestAncestor(directory)))
    return notAllowed('target.directory is not there; it would be below a directory that is allowed');
  if (real === undefined || !isBelowRoot(real)) return notAllowed(outside);
  if (!(await stat(real)).isDirectory()) return notAllowed('target.directory is not a directory');
  return ok(real);
}

const notAllowed = (message: string): Result<never, Refusal> => refuse({ code: 'DIRECTORY_NOT_ALLOWED', message });

function isWithin(root: string, path: string): boolean {
  const from = relative(root, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from));
}

/**
 * The real path of the nearest folder that exists above a path. Undefined where a link in between leads nowhere: that
 * must not tell what is not there outside of the roots.
 */
async function nearestAncestor(path: string): Promise<string | undefined> {
  if (await exists(path)) return resolveLinks(path);
  return dirname(path) === path ? undefined : nearestAncestor(dirname(path));
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

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
