import { Unreadable } from '../../kit/per-file';
import { type PositionedJson, memberOf, membersOf, parsePositionedJson, stringOf } from '../../kit/positioned-json';
import type { LockedDependency, LockfileReader } from './lockfile';

/** package-lock.json and npm-shrinkwrap.json of versions 1 to 3. */
export const npmLock: LockfileReader = {
  reads: (name) => name === 'package-lock.json' || name === 'npm-shrinkwrap.json',
  read(text) {
    const json = parsePositionedJson(text);
    if (json.kind !== 'object') throw new Unreadable('no JSON object');
    const packages = memberOf(json, 'packages');
    const dependencies =
      packages?.kind === 'object' ? byPath(packages) : nested(memberOf(json, 'dependencies'), '', undefined);
    return { ecosystem: { name: 'npm' }, knowsPaths: true, dependencies };
  },
};

/** The length limit of paths of systems. The time to look for a package grows with the folders of its path. */
const LONGEST_PATH = 4_096;
const MODULES = 'node_modules/';
const isTrue = (json: PositionedJson | undefined): boolean => json?.kind === 'scalar' && json.value === true;

/** A registry package has a version and a web address, or no address if the lockfile leaves addresses out. */
function isFromRegistry(entry: PositionedJson): boolean {
  const resolved = stringOf(memberOf(entry, 'resolved'));
  const version = stringOf(memberOf(entry, 'version'));
  return version !== undefined && (!resolved || /^https?:\/\/(?!.*\.git(?:#|$))/.test(resolved));
}

const NEEDS = ['dependencies', 'optionalDependencies', 'peerDependencies'];
const namesIn = (entry: PositionedJson, kinds: readonly string[]): string[] =>
  kinds.flatMap((kind) => membersOf(memberOf(entry, kind)).map(([name]) => name));

/** Versions 2 and 3: each package by its installation path. */
function byPath(packages: PositionedJson): LockedDependency[] {
  const entries = new Map(membersOf(packages).filter(([path]) => path.length <= LONGEST_PATH));
  const roots = rootsOf(entries);
  return [...entries].flatMap(([path, entry]): LockedDependency[] => {
    const at = path.lastIndexOf(MODULES);
    if (at < 0 || isTrue(memberOf(entry, 'link')) || !isFromRegistry(entry)) return [];
    const root = roots.get(path);
    const licence = stringOf(memberOf(entry, 'license'));
    return [
      {
        key: path,
        name: stringOf(memberOf(entry, 'name')) ?? path.slice(at + MODULES.length),
        version: stringOf(memberOf(entry, 'version'))!,
        line: entry.line,
        needs: namesIn(entry, NEEDS).flatMap((name) => installedAt(entries, path, name) ?? []),
        ...(root && { root }),
        ...(licence && { licence }),
        // A package with devOptional is for development, but also an optional dependency of the running program.
        ...(isTrue(memberOf(entry, 'dev')) && { development: true as const }),
      },
    ];
  });
}

/** The direct dependencies of the project and its workspaces, by installation path. */
function rootsOf(entries: ReadonlyMap<string, PositionedJson>): Map<string, 'use' | 'development'> {
  const roots = new Map<string, 'use' | 'development'>();
  for (const [path, entry] of entries) {
    if (path.includes(MODULES)) continue;
    for (const name of namesIn(entry, ['devDependencies'])) {
      const at = installedAt(entries, path, name);
      if (at !== undefined && !roots.has(at)) roots.set(at, 'development');
    }
    for (const name of namesIn(entry, NEEDS)) {
      const at = installedAt(entries, path, name);
      if (at !== undefined) roots.set(at, 'use');
    }
  }
  return roots;
}

/** Resolves a package as Node.js does: in the folder of the dependant, then in each folder above. */
function installedAt(entries: ReadonlyMap<string, PositionedJson>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}${MODULES}${name}`;
    if (entries.has(path)) return path;
    if (folder === '') return undefined;
  }
}

/** The packages installed below one package of version 1. */
interface Scope {
  readonly path: string;
  readonly names: ReadonlySet<string>;
  readonly above: Scope | undefined;
}

/** Version 1: a package's dependencies are installed below it, or beside one of the packages above it. */
function nested(dependencies: PositionedJson | undefined, path: string, above: Scope | undefined): LockedDependency[] {
  const entries = membersOf(dependencies);
  const scope: Scope = { path, names: new Set(entries.map(([name]) => name)), above };
  return entries.flatMap(([name, entry]): LockedDependency[] => {
    const key = `${path}/${name}`;
    const below = memberOf(entry, 'dependencies');
    const inner: Scope = { path: key, names: new Set(membersOf(below).map(([each]) => each)), above: scope };
    const [version = '', alias] = versionAndName(stringOf(memberOf(entry, 'version')) ?? '');
    const own: LockedDependency[] =
      version === '' || !isFromRegistry(entry)
        ? []
        : [
            {
              key,
              name: alias ?? name,
              version,
              line: entry.line,
              needs: namesIn(entry, ['requires']).flatMap((each) => inScope(inner, each) ?? []),
              ...(isTrue(memberOf(entry, 'dev')) && { development: true as const }),
            },
          ];
    return [...own, ...nested(below, key, scope)];
  });
}

function inScope(scope: Scope | undefined, name: string): string | undefined {
  for (let at = scope; at; at = at.above) if (at.names.has(name)) return `${at.path}/${name}`;
  return undefined;
}

/** `1.2.3`, or `npm:other@1.2.3` for an alias; empty for an address. */
function versionAndName(text: string): [version?: string, name?: string] {
  const alias = /^npm:(.+)@([^@]+)$/.exec(text);
  if (alias) return [alias[2]!, alias[1]!];
  return /[:/]/.test(text) ? [] : [text];
}
