import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { type Refusal, type Result, ok, refuse } from '@assay/kernel';
import { close, fstat, openFolder, openRoot } from './open-entry';

/** Identifies a folder for as long as it exists, whatever its path leads to meanwhile. */
export interface FolderIdentity {
  readonly dev: number;
  readonly ino: number;
}

/**
 * Checks whether a local directory may be analysed. It must be below one of the roots (`ASSAY_DIRECTORY_ROOTS`) after
 * all links in it and in the roots are resolved. A directory outside is refused in the same words whether it exists or
 * not, with the roots of the organization that asks: who may analyse them is to know them, and learns of no others.
 * @param ownPaths what belongs to the service: its data, staged copies, uploads and keys. A directory must not lie in
 *   one, and must not contain one unless its root does (`rootWithOwnPath` keeps a service from starting so).
 * @returns the real path; stage that path, not the requested one
 */
export async function checkDirectoryAllowed(
  directory: string,
  roots: readonly string[],
  ownPaths: readonly string[] = [],
): Promise<Result<string, Refusal>> {
  if (roots.length === 0)
    return notAllowed(
      'no directory may be analysed here: ASSAY_DIRECTORY_ROOTS gives this organization none; its operator adds ' +
        'org_…=/path with the id of the organization, or *=/path for all',
    );
  if (!isAbsolute(directory) || directory.includes('\0'))
    return notAllowed('target.directory must be an absolute path');
  const outside = `target.directory is not below a directory that ASSAY_DIRECTORY_ROOTS allows: ${named(roots)}`;
  const [real, realRoots, own] = await Promise.all([
    resolveLinks(directory),
    Promise.all(roots.map(resolveLinks)),
    Promise.all(ownPaths.map(resolveAsFarAsThere)),
  ]);
  const rootsOf = (path: string | undefined) =>
    realRoots.filter((root) => root !== undefined && path !== undefined && isWithin(root, path));
  if (real === undefined && rootsOf(await nearestAncestor(directory)).length > 0)
    return notAllowed('target.directory is not there; it would be below a directory that is allowed');
  if (real === undefined || rootsOf(real).length === 0) return notAllowed(outside);
  const isOwn = (path: string) =>
    isWithin(path, real) || (isWithin(real, path) && !rootsOf(real).some((root) => isWithin(root!, path)));
  if (own.some(isOwn)) return notAllowed(outside);
  if (!(await stat(real)).isDirectory()) return notAllowed('target.directory is not a directory');
  return ok(real);
}

/**
 * The first root that contains something of the service, or lies in it: a client that may analyse the root would read
 * the targets and findings of others.
 */
export async function rootWithOwnPath(
  roots: readonly string[],
  ownPaths: readonly string[],
): Promise<{ readonly root: string; readonly path: string } | undefined> {
  for (const root of roots) {
    const realRoot = await resolveAsFarAsThere(root);
    for (const path of ownPaths) {
      const own = await resolveAsFarAsThere(path);
      if (isWithin(realRoot, own) || isWithin(own, realRoot)) return { root, path };
    }
  }
  return undefined;
}

/**
 * Identifies the folder at a path without links. Each component is opened in the one before, so that no link can take
 * its place meanwhile.
 * @throws Node's error: ENOTDIR or ELOOP if there is a link on the way
 */
export async function identifyFolder(path: string): Promise<FolderIdentity> {
  let folder = await openRoot(sep);
  try {
    for (const name of path.split(sep).filter((part) => part !== '')) {
      const next = await openFolder(folder, Buffer.from(name));
      await close(folder.fd);
      folder = next;
    }
    const { dev, ino } = await fstat(folder.fd);
    return { dev, ino };
  } finally {
    await close(folder.fd);
  }
}

const ROOTS_NAMED = 3;

function named(roots: readonly string[]): string {
  const more = roots.length - ROOTS_NAMED;
  return roots.slice(0, ROOTS_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const notAllowed = (message: string): Result<never, Refusal> => refuse({ code: 'DIRECTORY_NOT_ALLOWED', message });

function isWithin(root: string, path: string): boolean {
  const from = relative(root, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from));
}

/**
 * The real path of the nearest folder that exists above a path. Undefined if a link in between leads nowhere: that must
 * not tell what is not there outside of the roots.
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

/** The path with all links resolved, as far as it exists: a store is made at the first start. */
async function resolveAsFarAsThere(path: string): Promise<string> {
  const real = await resolveLinks(path);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await resolveAsFarAsThere(dirname(path)), basename(path));
}
