import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isKnownBinary } from '@assay/source-text';
import type { EnginePass } from '../../engine';
import { isTrue, type ManifestFile } from './manifest-files';
import { type PositionedJson, memberOf, membersOf, parsePositionedJson, stringOf } from '../positioned-json';
import { Unreadable, decodeText } from '../per-file';

/** A package.json from which npm makes a package, with the files of the package. */
export interface NpmPackage extends ManifestFile {
  readonly name: string;
  readonly version: string;
  /**
   * `published`: the files are those that are installed. `source`: some files may not be published, so an additional
   * file means nothing. `to-be-built`: a missing file means nothing either, because scripts of the package or of a
   * workspace may build it.
   */
  readonly state: 'published' | 'source' | 'to-be-built';
  /** The files by their names in the package, without the files of packages below it. */
  readonly files: ReadonlyMap<string, StagedFile>;
  /** Whether a file is missing in `files` only because it was not copied. */
  isLeftOut(name: string): boolean;
}

interface StagedFile {
  readonly staged: string;
}

/** Packages with 20,000 files exist (icons), but they have only a few entries. */
const MOST_FILES = 50_000;

const MANIFEST = 'package.json';

/**
 * The fields that name files of a package. A package.json without any of them belongs to an application.
 */
const ENTRIES = ['main', 'module', 'exports', 'bin', 'types', 'typings', 'browser', 'files', 'publishConfig'];

const BUILDS = new RegExp(
  [
    String.raw`^(?:(?:pre|post)?(?:build|compile|bundle|dist|prepare|prepack|prepublish|prepublishOnly|`,
    String.raw`transpile|tsc|generate))(?:[:-].*)?$`,
  ].join(''),
);

/** Reads the packages of a pass, one manifest at a time. The folders are listed only once. */
export function packageReader(pass: EnginePass): (manifest: string, text: string) => NpmPackage | undefined {
  const kind = pass.target?.kind ?? 'package';
  const paths = stagedPaths(pass.root);
  const manifests = paths.filter((path) => posix.basename(path) === MANIFEST);
  const read = memoize((path: string) => readManifest(pass.root, path));
  // In an installed package, only the top manifest counts. Manifests below it belong to bundled packages.
  const packages =
    kind === 'package'
      ? manifests.sort((a, b) => depth(a) - depth(b)).slice(0, 1)
      : manifests.filter((path) => nameAndVersion(read(path)) !== undefined);
  const filesOf = groupByFolder(paths, new Set(packages.map((path) => posix.dirname(path))));

  return (manifest, text) => {
    const json = parsePositionedJson(text);
    if (json.kind !== 'object') throw new Unreadable('no JSON object');
    const named = nameAndVersion(json);
    if (!packages.includes(manifest) || named === undefined || isTrue(memberOf(json, 'private'))) return undefined;
    // the parser with positions accepts both
    if (!isJson(text)) throw new Unreadable('no JSON: npm allows neither comments nor trailing commas');
    if (kind !== 'package' && !ENTRIES.some((member) => memberOf(json, member))) return undefined;

    const folder = posix.dirname(manifest);
    const files = new Map(filesOf.get(folder)?.map((staged) => [nameIn(folder, staged), { staged }]));
    if (files.size > MOST_FILES) throw new Unreadable(`a package of more than ${MOST_FILES} files`);
    const above = manifests.filter((path) => path !== manifest && isBelow(manifest, posix.dirname(path)));
    return {
      ...named,
      file: manifest,
      json,
      files,
      state: kind === 'package' ? 'published' : [json, ...above.map(read)].some(builds) ? 'to-be-built' : 'source',
      isLeftOut: (name) =>
        isKnownBinary(name) ||
        files.has(withPlainExtension(name)) ||
        (pass.target?.leftOut ?? []).some(
          (path) => posix.join(folder, name) === path || isBelow(posix.join(folder, name), path),
        ),
    };
  };
}

/** Groups files by folder. A file belongs to the nearest folder above it. */
function groupByFolder(paths: readonly string[], folders: ReadonlySet<string>): Map<string, string[]> {
  const groups = new Map([...folders].map((folder): [string, string[]] => [folder, []]));
  for (const path of paths) {
    let folder = posix.dirname(path);
    while (folder !== '.' && !folders.has(folder)) folder = posix.dirname(folder);
    groups.get(folder)?.push(path);
  }
  return groups;
}

const builds = (json: PositionedJson | undefined): boolean =>
  membersOf(memberOf(json, 'scripts')).some(([name]) => BUILDS.test(name));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function nameAndVersion(json: PositionedJson | undefined): { name: string; version: string } | undefined {
  const [name, version] = [stringOf(memberOf(json, 'name')), stringOf(memberOf(json, 'version'))];
  return name && version ? { name, version } : undefined;
}

/** Reads a manifest; undefined if it cannot be read, which is reported when that manifest is judged. */
function readManifest(root: string, path: string): PositionedJson | undefined {
  try {
    return parsePositionedJson(decodeText(readFileSync(join(root, path))));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

const stagedPaths = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(root.length).replace(/^\//, ''), entry.name))
    .sort();

const depth = (path: string): number => path.split('/').length;
const isBelow = (path: string, folder: string): boolean => folder === '.' || path.startsWith(`${folder}/`);
/** The name in the package, without the mark that staging adds to names of engine configuration. */
const nameIn = (folder: string, staged: string): string =>
  (folder === '.' ? staged : staged.slice(folder.length + 1)).replace(/~inert(?=\.[^./]*$|$)/, '');
/** `App.JS` is staged as `App.js`. */
const withPlainExtension = (name: string): string => name.replace(/\.[^./]*$/, (extension) => extension.toLowerCase());

function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}
