import type { Node } from 'yaml';
import { type YamlTree, at, entriesOf, parseYaml, textOf, valueOf } from '../../kit/yaml-tree';
import type { LockedDependency, LockfileReader } from './lockfile';

/** pnpm-lock.yaml of versions 5 to 9. */
export const pnpmLock: LockfileReader = {
  reads: (name) => name === 'pnpm-lock.yaml',
  read(text) {
    const [tree] = parseYaml(text);
    return { ecosystem: { name: 'npm' }, knowsPaths: true, dependencies: tree ? packagesOf(tree) : [] };
  },
};

function packagesOf(tree: YamlTree): LockedDependency[] {
  const roots = rootsOf(tree);
  // Version 9 keeps what a package needs apart from where it comes from.
  const needs = new Map<string, string[]>();
  for (const kind of ['packages', 'snapshots'])
    for (const { key, value } of entriesOf(tree, at(tree, tree.root, kind))) {
      const id = idOf(key);
      if (id === undefined) continue;
      const known = needs.get(id.key) ?? [];
      needs.set(id.key, known);
      for (const each of ['dependencies', 'optionalDependencies'])
        for (const need of entriesOf(tree, at(tree, value, each))) {
          const needed = referred(need.key, textOf(need.value));
          if (needed !== undefined) known.push(needed);
        }
    }
  const packages = new Map<string, LockedDependency>();
  for (const { key, keyNode, value } of entriesOf(tree, at(tree, tree.root, 'packages'))) {
    const id = idOf(key);
    if (id === undefined || packages.has(id.key) || at(tree, value, 'resolution', 'repo') !== undefined) continue;
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

function rootsOf(tree: YamlTree): Map<string, 'use' | 'development'> {
  const importers: (Node | undefined)[] = entriesOf(tree, at(tree, tree.root, 'importers')).map(({ value }) => value);
  const roots = new Map<string, 'use' | 'development'>();
  for (const importer of [tree.root, ...importers])
    for (const kind of ['devDependencies', 'optionalDependencies', 'dependencies'])
      for (const { key, value } of entriesOf(tree, at(tree, importer, kind))) {
        const id = referred(key, textOf(value) ?? textOf(at(tree, value, 'version')));
        if (id === undefined) continue;
        if (kind !== 'devDependencies') roots.set(id, 'use');
        else if (!roots.has(id)) roots.set(id, 'development');
      }
  return roots;
}

const LINKED = /^(?:link|file|workspace|git\+|https?|github\.com)[:/+]/;

/** The key of what a name refers to: a version, or another package under that name. */
function referred(name: string, version: string | undefined): string | undefined {
  if (version === undefined || LINKED.test(version)) return undefined;
  const plain = withoutPeers(version);
  return (/^\/|^@?[^@]+@\d/.test(plain) ? idOf(plain) : idOf(`${name}@${plain}`))?.key;
}

/** `/name/1.2.3_peer@4`, `/@scope/name@1.2.3(peer@4)`, `name@1.2.3`; undefined for what comes from no registry. */
function idOf(text: string): { readonly key: string; readonly name: string; readonly version: string } | undefined {
  const plain = withoutPeers(text).replace(/^\//, '');
  const [, name, version] =
    /^((?:@[^/@]+\/)?[^/@]+)@(\d[^/]*)$/.exec(plain) ??
    /^((?:@[^/@]+\/)?[^/@]+)\/(\d[^/_]*)(?:_.*)?$/.exec(plain) ??
    [];
  if (name === undefined || version === undefined) return undefined;
  const own = version.replace(/_.*$/, '');
  return { key: `${name}@${own}`, name, version: own };
}

const withoutPeers = (text: string): string => text.replace(/\(.*$/s, '');
