import type { LockedDependency, LockfileReader } from './lockfile';
import { listOf, stringAt, tomlPackages } from './toml-packages';

/** Cargo.lock. Packages without a source are the project's own. Their dependencies may be for tests alone. */
export const cargoLock: LockfileReader = {
  reads: (name) => name === 'Cargo.lock',
  read(text) {
    const read = tomlPackages(text).packages.map(({ table, line }) => ({
      line,
      name: stringAt(table, 'name') ?? '',
      version: stringAt(table, 'version') ?? '',
      source: stringAt(table, 'source'),
      needs: listOf(table['dependencies']).filter((each) => typeof each === 'string'),
    }));
    const versions = new Map<string, string[]>();
    for (const { name, version } of read) {
      const known = versions.get(name);
      if (known) known.push(version);
      else versions.set(name, [version]);
    }
    // `name`, or `name version` if there are several versions.
    const keyOf = (need: string): string => {
      const [name = '', version = versions.get(name)?.[0] ?? ''] = need.split(' ');
      return `${name} ${version}`;
    };
    const roots = new Set(read.filter(({ source }) => source === undefined).flatMap(({ needs }) => needs.map(keyOf)));
    const dependencies = read
      .filter(({ source }) => /^(?:registry|sparse)\+/.test(source ?? ''))
      .map(({ line, name, version, needs }): LockedDependency => {
        const key = `${name} ${version}`;
        return { key, name, version, line, needs: needs.map(keyOf), ...(roots.has(key) && { root: 'use' as const }) };
      });
    return { ecosystem: { name: 'crates.io' }, knowsPaths: true, dependencies };
  },
};
