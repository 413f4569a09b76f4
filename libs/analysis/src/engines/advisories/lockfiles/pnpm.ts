import type { Node } from 'yaml';
import { type YamlTree, at, entriesOf, parseYaml, textOf, valueOf } from '../../kit/yaml-tree';
import type { LockedDependency, LockfileReader } from './lockfile';

/**
 * pnpm-lock.yaml of versions 5 to 9. Since pnpm 11 it may contain two documents: the dependencies of pnpm itself and
 * its configuration, then those of the project.
 */
export const pnpmLock: LockfileReader = {
  reads: (name) => name === 'pnpm-lock.yaml',
  read(text) {
    const packages = new Map<string, LockedDependency>();
    for (const each of parseYaml(text).flatMap(packagesOf)) {
      const known = packages.get(each.key);
      packages.set(each.key, known ? together(known, each) : each);
    }
    return { ecosystem: { name: 'npm' }, knowsPaths: true, dependencies: [...packages.values()] };
  },
};

/** Merges the same package from two documents. A package that one of them needs at run time is needed at run time. */
function together(one: LockedDependency, other: LockedDependency): LockedDependency {
  const { development, root: _, ...rest } = one;
  const roots = [one.root, other.root].filter((root) => root !== undefined);
  return {
    ...rest,
    needs: [...new Set([...one.needs, ...other.needs])],
    ...(roots.length > 0 && { root: roots.includes('use') ? 'use' : 'development' }),
    ...(development && other.development && { development }),
  };
}

function packagesOf(tree: YamlTree): LockedDependency[] {
  const listed = entriesOf(tree, at(tree, tree.root, 'packages')).flatMap(({ key, keyNode, value }) => {
    const id = idOf(key) ?? idFrom(tree, key, value);
    return id === undefined || at(tree, value, 'resolution', 'repo') ? [] : [{ id, entry: key, keyNode, value }];
  });
  const keys = new Map(listed.map(({ id, entry }) => [withoutPeers(entry), id.key]));
  const referred = (name: string, version: string | undefined) => keyOf(name, version, keys);
  const roots = rootsOf(tree, referred);
  // Version 9 keeps a package's dependencies apart from its source.
  const needs = new Map<string, string[]>();
  for (const kind of ['packages', 'snapshots'])
    for (const { key, value } of entriesOf(tree, at(tree, tree.root, kind))) {
      const id = keys.get(withoutPeers(key)) ?? idOf(key)?.key;
      if (id === undefined) continue;
      const known = needs.get(id) ?? [];
      needs.set(id, known);
      for (const each of ['dependencies', 'optionalDependencies'])
        for (const need of entriesOf(tree, at(tree, value, each))) {
          const needed = referred(need.key, textOf(need.value));
          if (needed !== undefined) known.push(needed);
        }
    }
  const packages = new Map<string, LockedDependency>();
  for (const { id, keyNode, value } of listed) {
    if (packages.has(id.key)) continue;
    const root = roots.get(id.key);
    packages.set(id.key, {
      ...id,
      line: tree.lineOf(keyNode),
      needs: needs.get(id.key) ?? [],
      ...(root && { root }),
      ...(valueOf(at(tree, value, 'dev')) === true && { development: true as const }),
    });
  }
  return [...packages.values()];
}

const USED = ['optionalDependencies', 'dependencies'];
const DEVELOPMENT = ['devDependencies', 'configDependencies', 'packageManagerDependencies'];

function rootsOf(
  tree: YamlTree,
  referred: (name: string, version: string | undefined) => string | undefined,
): Map<string, 'use' | 'development'> {
  const importers: (Node | undefined)[] = entriesOf(tree, at(tree, tree.root, 'importers')).map(({ value }) => value);
  const roots = new Map<string, 'use' | 'development'>();
  for (const importer of [tree.root, ...importers])
    for (const kind of [...DEVELOPMENT, ...USED])
      for (const { key, value } of entriesOf(tree, at(tree, importer, kind))) {
        const id = referred(key, textOf(value) ?? textOf(at(tree, value, 'version')));
        if (id === undefined) continue;
        if (USED.includes(kind)) roots.set(id, 'use');
        else if (!roots.has(id)) roots.set(id, 'development');
      }
  return roots;
}

/** The key of the package that a name refers to by a version, another name or an address. */
function keyOf(name: string, version: string | undefined, keys: ReadonlyMap<string, string>): string | undefined {
  if (version === undefined) return undefined;
  const plain = withoutPeers(version);
  const named = keys.get(plain) ?? keys.get(`${name}@${plain}`);
  if (named !== undefined) return named;
  return (/^\/|^@?[^@]+@\d/.test(plain) ? idOf(plain) : idOf(`${name}@${plain}`))?.key;
}

interface Id {
  readonly key: string;
  readonly name: string;
  readonly version: string;
}

/**
 * `/name/1.2.3_peer@4`, `/name/1.2.3/peer@4`, `/@scope/name@1.2.3(peer@4)`, `name@1.2.3`, each also after the host of a
 * registry; undefined for a package from no registry.
 */
function idOf(text: string): Id | undefined {
  const plain = withoutPeers(text);
  if (plain.startsWith('/')) return idIn(plain.slice(1));
  return idIn(plain) ?? (HOST.test(plain) ? idIn(plain.slice(plain.indexOf('/') + 1)) : undefined);
}

const HOST = /^[\w-]*[.:][\w.:-]*\//;

function idIn(plain: string): Id | undefined {
  const [, name, version] =
    /^((?:@[^/@]+\/)?[^/@]+)@(\d[^/:]*)$/.exec(plain) ??
    /^((?:@[^/@]+\/)?[^/@]+)\/(\d[^/_]*)(?:[/_]|$)/.exec(plain) ??
    [];
  return name === undefined || version === undefined ? undefined : id(name, version.split('_', 1)[0]!);
}

const id = (name: string, version: string): Id => ({ key: `${name}@${version}`, name, version });

/** An archive at an address is a release of the version beside it. A checkout from git is no release. */
function idFrom(tree: YamlTree, key: string, value: Node | undefined): Id | undefined {
  const version = textOf(at(tree, value, 'version'));
  const address = textOf(at(tree, value, 'resolution', 'tarball'));
  if (version === undefined || address === undefined || !isArchive(address)) return undefined;
  const name = textOf(at(tree, value, 'name')) ?? /^(@?[^@]+)@/.exec(key)?.[1];
  return name === undefined ? undefined : id(name, version);
}

const isArchive = (address: string): boolean =>
  /^https?:\/\//.test(address) && !/^https?:\/\/(?:codeload\.|[^/]*\/[^?#]*\/(?:archive|tarball)\/)/.test(address);

const withoutPeers = (text: string): string => text.split('(', 1)[0]!;
