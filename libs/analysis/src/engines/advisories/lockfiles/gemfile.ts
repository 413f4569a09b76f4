import type { LockedDependency, LockfileReader } from './lockfile';

interface Spec {
  readonly name: string;
  readonly version: string;
  readonly line: number;
  readonly needs: string[];
}

/** Gemfile.lock and gems.locked. Gems from git or a folder have versions of their own and are left out. */
export const gemfileLock: LockfileReader = {
  reads: (name) => name === 'Gemfile.lock' || name === 'gems.locked',
  read(text) {
    const specs: Spec[] = [];
    const roots = new Set<string>();
    let section = '';
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (/^\S/.test(line)) section = line.trim();
      else if (section === 'DEPENDENCIES') roots.add(/^ {2}([^\s!(]+)/.exec(line)?.[1] ?? '');
      else if (section === 'GEM') {
        // A gem for one platform has the platform after the version: `1.13.0-x86_64-linux`.
        const [, name, version] = /^ {4}(\S+) \(([^()\s-]+)(?:-[^()\s]*)?\)$/.exec(line) ?? [];
        if (name !== undefined) specs.push({ name, version: version!, line: index + 1, needs: [] });
        else specs.at(-1)?.needs.push(...(/^ {6}(\S+)/.exec(line)?.slice(1, 2) ?? []));
      }
    }
    const dependencies = specs.map(
      ({ name, version, line, needs }): LockedDependency => ({
        key: name,
        name,
        version,
        line,
        needs,
        ...(roots.has(name) && { root: 'use' as const }),
      }),
    );
    return { ecosystem: { name: 'RubyGems' }, knowsPaths: true, dependencies };
  },
};
