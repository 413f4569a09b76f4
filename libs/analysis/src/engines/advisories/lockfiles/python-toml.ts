import { isRecord } from '@assay/kernel';
import type { LockedDependency, LockfileReader } from './lockfile';
import { listOf, stringAt, tomlPackages } from './toml-packages';

const keyOf = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

/** poetry.lock. It does not record the project's direct dependencies. */
export const poetryLock: LockfileReader = {
  reads: (name) => name === 'poetry.lock',
  read(text) {
    const dependencies = tomlPackages(text).packages.flatMap(({ table, line }): LockedDependency[] => {
      const [name, version] = [stringAt(table, 'name'), stringAt(table, 'version')];
      const source = isRecord(table['source']) ? stringAt(table['source'], 'type') : undefined;
      if (name === undefined || version === undefined || (source !== undefined && source !== 'legacy')) return [];
      const groups = listOf(table['groups']);
      const isForDevelopment =
        table['category'] === 'dev' || (groups.length > 0 && groups.every((group) => group !== 'main'));
      return [
        {
          key: keyOf(name),
          name,
          version,
          line,
          needs: isRecord(table['dependencies']) ? Object.keys(table['dependencies']).map(keyOf) : [],
          ...(isForDevelopment && { development: true as const }),
        },
      ];
    });
    return { ecosystem: { name: 'PyPI' }, knowsPaths: true, dependencies };
  },
};

/** uv.lock. */
export const uvLock: LockfileReader = {
  reads: (name) => name === 'uv.lock',
  read(text) {
    const { packages } = tomlPackages(text);
    const roots = new Map<string, 'use' | 'development'>();
    const read = packages.map(({ table, line }) => {
      const optional = isRecord(table['optional-dependencies']) ? Object.values(table['optional-dependencies']) : [];
      const development = isRecord(table['dev-dependencies']) ? Object.values(table['dev-dependencies']) : [];
      return {
        line,
        name: stringAt(table, 'name'),
        version: stringAt(table, 'version'),
        source: isRecord(table['source']) ? table['source'] : {},
        needs: [table['dependencies'], ...optional].flatMap(namesIn),
        development: development.flatMap(namesIn),
      };
    });
    for (const { source, needs, development } of read) {
      if (!['editable', 'virtual', 'directory'].some((kind) => kind in source)) continue;
      for (const name of development) if (!roots.has(name)) roots.set(name, 'development');
      for (const name of needs) roots.set(name, 'use');
    }
    const dependencies = read.flatMap(({ line, name, version, source, needs }): LockedDependency[] => {
      if (name === undefined || version === undefined || !('registry' in source)) return [];
      const root = roots.get(keyOf(name));
      return [{ key: keyOf(name), name, version, line, needs, ...(root && { root }) }];
    });
    return { ecosystem: { name: 'PyPI' }, knowsPaths: true, dependencies };
  },
};

const namesIn = (list: unknown): string[] =>
  listOf(list).flatMap((each) => (isRecord(each) ? [keyOf(stringAt(each, 'name') ?? '')] : []));
