import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isKnownBinary } from '@assay/source-text';
import type { EnginePass } from '../engine';
import { isTrue, type ManifestFile } from '../manifests/manifest-files';
import { type PositionedJson, memberOf, membersOf, parsePositionedJson, stringOf } from '../manifests/positioned-json';
import { Unreadable, decodeText } from './per-file';

/** A package.json of which npm makes a package, and what lies with it. */
export interface PublishedPackage extends ManifestFile {
  readonly name: string;
  readonly version: string;
  /**
   * `published`: the files are those that are installed. `source`: some of them may not be published, so that of what
   * lies about nothing follows. `to-be-built`: nor does anything of what is missing; own scripts build it, or a
   * workspace's.
   */
  readonly state: 'published' | 'source' | 'to-be-built';
  /** By their names within the package, without those of packages below it. */
  readonly files: ReadonlyMap<string, StagedFile>;
  /** Whether a file is none of `files` only because it was not copied. */
  isLeftOut(name: string): boolean;
}

interface StagedFile {
  readonly staged: string;
}

/** Packages of 20,000 files exist (icons); their entries are a handful. */
const MOST_FILES = 50_000;

const MANIFEST = 'package.json';

/**
 * What names a file that a package consists of. A package.json with none of them is an application's, whatever it is
 * called.
 */
const ENTRIES = ['main', 'module', 'exports', 'bin', 'types', 'typings', 'browser', 'files', 'publishConfig'];

const BUILDS =
  /^(?:(?:pre|post)?(?:build|compile|bundle|dist|prepare|prepack|prepublish|prepublishOnly|transpile|tsc|generate))(?:[:-].*)?$/;

/** Finds the packages of a pass, one manifest at a time, over one look at its folders. */
export function packageReader(pass: EnginePass): (manifest: string, text: string) => PublishedPackage | undefined {
  const kind = pass.target?.kind ?? 'package';
  const paths = stagedPaths(pass.root);
  const manifests = paths.filter((path) => posix.basename(path) === MANIFEST);
  const read = remembering((path: string) => readManifest(pass.root, path));
  // Of what is installed only the manifest at the top makes a package: those below it belong to what was bundled.
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
    // which the parser with positions does
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

/** Each file belongs to the nearest of the folders above it. */
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

/** Undefined where it cannot be read: it is reported when its own turn comes. */
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
/** As the package calls it: staging marks names that steer engines. */
const nameIn = (folder: string, staged: string): string =>
  (folder === '.' ? staged : staged.slice(folder.length + 1)).replace(/~inert(?=\.[^./]*$|$)/, '');
/** `App.JS` is staged as `App.js`. */
const withPlainExtension = (name: string): string => name.replace(/\.[^./]*$/, (extension) => extension.toLowerCase());

function remembering<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}
