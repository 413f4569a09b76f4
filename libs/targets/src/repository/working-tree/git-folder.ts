import { TargetUnreadable } from '../../staging/errors';
import { type OpenFolder, close, fstat, openFile, openFolder, readWhole } from '../../staging/open-entry';

/**
 * Reads the files of a hostile `.git` folder. Git itself never looks at that folder, because its configuration names
 * programs to run and other folders to read. No link is followed, and nothing but a small regular file is read.
 */

const MAX_HEAD_BYTES = 4_096;
const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const MAX_SHALLOW_BYTES = 1024 * 1024;
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Works with a folder that was opened, which is closed in the end. */
export async function withFolder<Value>(
  parent: OpenFolder,
  name: string,
  use: (folder: OpenFolder) => Promise<Value>,
): Promise<Value | undefined> {
  const folder = await ifThere(openFolder(parent, Buffer.from(name)));
  if (!folder) return undefined;
  try {
    return await use(folder);
  } finally {
    await close(folder.fd);
  }
}

/**
 * The id of the commit at HEAD; undefined if its branch has no commit yet.
 * @throws TargetUnreadable if HEAD leads to none
 */
export async function headOf(git: OpenFolder): Promise<string | undefined> {
  const head = (await readSmall(git, 'HEAD', MAX_HEAD_BYTES))?.toString('latin1').trim() ?? '';
  if (ID.test(head)) return head;
  const reference = /^ref: (refs(?:\/[^/\s]+)+)$/.exec(head)?.[1];
  const id =
    reference === undefined ? undefined : ((await looseId(git, reference)) ?? (await packedId(git, reference)));
  if (id === undefined && reference !== undefined && (await isUnborn(git, reference))) return undefined;
  if (id === undefined) throw new TargetUnreadable('.git', 'its HEAD leads to no commit');
  return id;
}

/** Where git looks for a name, in this order. */
const PLACES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `refs/${name}`,
  (name) => `refs/tags/${name}`,
  (name) => `refs/heads/${name}`,
  (name) => `refs/remotes/${name}`,
  (name) => `refs/remotes/${name}/HEAD`,
];
/** References that name references: `refs/remotes/origin/HEAD` names a branch, and no honest chain is longer. */
const MOST_HOPS = 5;

/** The id that a branch, a tag or `HEAD` has: of a commit, or of a tag with a message. Undefined if there is none. */
export async function referenceId(git: OpenFolder, name: string): Promise<string | undefined> {
  if (!/^[^/\s]+(?:\/[^/\s]+)*$/.test(name)) return undefined;
  for (const placeOf of PLACES) {
    const place = placeOf(name);
    // The folder has other files, such as its configuration. Only these are references.
    if (!place.startsWith('refs/') && place !== 'HEAD') continue;
    const id = await idAt(git, place);
    if (id !== undefined) return id;
  }
  return undefined;
}

async function idAt(git: OpenFolder, place: string): Promise<string | undefined> {
  let next = place;
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    const text = (await looseText(git, next))?.trim();
    const named = /^ref: (refs(?:\/[^/\s]+)+)$/.exec(text ?? '')?.[1];
    if (named === undefined) return idIn(text) ?? (await packedId(git, next));
    next = named;
  }
  return undefined;
}

/** Whether nothing is at the place of the reference: no file, and no link. */
async function isUnborn(folder: OpenFolder, reference: string): Promise<boolean> {
  const [name = '', ...below] = reference.split('/');
  if (name === '.' || name === '..') return false;
  if (below.length === 0 || !(await has(folder, name))) return !(await has(folder, name));
  return (await withFolder(folder, name, (next) => isUnborn(next, below.join('/')))) ?? false;
}

const looseId = async (folder: OpenFolder, reference: string): Promise<string | undefined> =>
  idIn((await looseText(folder, reference))?.trim());

function looseText(folder: OpenFolder, reference: string): Promise<string | undefined> {
  const [name = '', ...below] = reference.split('/');
  if (name === '.' || name === '..') return Promise.resolve(undefined);
  if (below.length > 0) return withFolder(folder, name, (next) => looseText(next, below.join('/')));
  return readSmall(folder, name, MAX_HEAD_BYTES).then((bytes) => bytes?.toString('latin1'));
}

async function packedId(git: OpenFolder, reference: string): Promise<string | undefined> {
  const packed = await readSmall(git, 'packed-refs', MAX_PACKED_BYTES);
  const at = packed?.indexOf(` ${reference}\n`, 0, 'latin1') ?? -1;
  return at < 0 ? undefined : idIn(packed!.toString('latin1', packed!.lastIndexOf('\n', at) + 1, at));
}

const idIn = (text: string | undefined): string | undefined => (ID.test(text ?? '') ? text : undefined);

/** The commits whose parents a shallow clone does not have. */
export async function shallowCommits(git: OpenFolder): Promise<readonly string[]> {
  const bytes = await readSmall(git, 'shallow', MAX_SHALLOW_BYTES);
  return (bytes?.toString('latin1') ?? '').split('\n').filter((line) => ID.test(line));
}

/** Whether there is anything of the name, be it a link. */
export async function has(folder: OpenFolder, name: string): Promise<boolean> {
  try {
    await close(await openFile(folder, Buffer.from(name)));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Undefined for what is not there, is a link, is no file, or is larger. */
export async function readSmall(folder: OpenFolder, name: string, limit: number): Promise<Buffer | undefined> {
  const fd = await ifThere(openFile(folder, Buffer.from(name)));
  if (fd === undefined) return undefined;
  try {
    const stats = await fstat(fd);
    return stats.isFile() && stats.size <= limit ? await readWhole(fd, stats.size) : undefined;
  } finally {
    await close(fd);
  }
}

/** Undefined for what is not there, is a link, or may not be read. */
export async function ifThere<Value>(opening: Promise<Value>): Promise<Value | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (
      ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? '')
    )
      return undefined;
    throw error;
  }
}
