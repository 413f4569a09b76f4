import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { StagedFile } from '@assay/target-records';
import type { EnginePass } from '../engine';
import { foldersAbove } from '../kit/folders-above';

/** The Go files of a target where the Go command looks for packages. */
export interface Workspace {
  /** The GOPATH. */
  readonly path: string;
  /** The staged path of each copy, by its absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** Why files could not be copied, by the staged path. */
  readonly unreadable: ReadonlyMap<string, string>;
}

/** Larger files are tables that a generator wrote. Compiling one of 2 MB takes more than a minute. */
const MAX_BYTES = 1024 * 1024;

/** Names that Go allows as the parts of the path of a module. None leads out of its folder. */
const MODULE_PATH = /^(?!\.)[\w~-][\w.~-]*(?:\/(?!\.)[\w~-][\w.~-]*)*$/;

/**
 * Copies the target's Go files below a GOPATH, each module by its own path, so that packages of the target find each
 * other, and the module files of the target, which could name a toolchain or other folders, are not read. Packages
 * from elsewhere are missing: nothing is fetched, and the types that they declare stay unknown.
 */
export async function makeWorkspace({ root, files }: EnginePass, path: string): Promise<Workspace> {
  const modules = await modulePaths(root, files);
  const copies = new Map<string, string>();
  const unreadable = new Map<string, string>();
  for (const { staged, size } of files.filter((file) => file.staged.endsWith('.go'))) {
    const folder = [...foldersAbove(staged)].find((each) => modules.has(each)) ?? '.';
    const place = join(
      path,
      'src',
      modules.get(folder) ?? 'target',
      folder === '.' ? staged : staged.slice(folder.length),
    );
    if (size > MAX_BYTES) unreadable.set(staged, `larger than ${MAX_BYTES / 1024} KB`);
    else if (copies.has(place)) unreadable.set(staged, 'another module of the target has a file of the same name');
    else {
      const why = await written(place, withoutDirectives(await readFile(join(root, staged))));
      if (why === undefined) copies.set(place, staged);
      else unreadable.set(staged, why);
    }
  }
  return { path, files: copies, unreadable };
}

/** @returns why a place cannot be, because of how modules and files are called; undefined if it is there now */
async function written(place: string, bytes: Buffer): Promise<string | undefined> {
  if (place.includes('...')) return 'Go reads its path as a pattern';
  try {
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, bytes);
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENAMETOOLONG') return 'its path is too long with that of its module';
    if (['EEXIST', 'EISDIR', 'ENOTDIR'].includes(code)) return 'a module of the target has the path of a file';
    throw error;
  }
}

/** The paths of the modules, by the folders that hold them. An invalid path, or one that was taken, is replaced. */
async function modulePaths(root: string, files: readonly StagedFile[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { staged, size } of files) {
    if (basename(staged) !== 'go.mod' || size > MAX_BYTES) continue;
    const said = /^[ \t]*module[ \t]+["`]?([^\s"`]+)/m.exec(await readFile(join(root, staged), 'utf8'))?.[1] ?? '';
    const module = MODULE_PATH.test(said) && !taken.has(said) ? said : `target${found.size}`;
    taken.add(module);
    found.set(dirname(staged), module);
  }
  return found;
}

/**
 * Overwrites what could hide a finding, in as many bytes: comments that turn gosec off, and those that say that lines
 * are of another file. Files that the target embeds are not there, and a package that asks for them would not compile.
 */
export const withoutDirectives = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replace(/#nosec|gosec:disable|(?<=\/[/*])(?:line\b|go:embed\b)/gi, (word) => '.'.repeat(word.length)),
    'latin1',
  );
