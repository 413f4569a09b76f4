import { Unreadable } from '../../kit/per-file';
import { type PositionedJson, memberOf, membersOf, parsePositionedJson, stringOf } from '../../kit/positioned-json';
import type { LockedDependency, LockfileReader } from './lockfile';

function objectIn(text: string): PositionedJson {
  const json = parsePositionedJson(text);
  if (json.kind !== 'object') throw new Unreadable('no JSON object');
  return json;
}

/** Pipfile.lock. It does not record dependencies between packages. */
export const pipfileLock: LockfileReader = {
  reads: (name) => name === 'Pipfile.lock',
  read(text) {
    const json = objectIn(text);
    const read = (kind: string, development: boolean): LockedDependency[] =>
      membersOf(memberOf(json, kind)).flatMap(([name, entry]) => {
        const [, version] = /^===?\s*(\S+)$/.exec(stringOf(memberOf(entry, 'version')) ?? '') ?? [];
        if (version === undefined) return [];
        const key = `${kind} ${name}`;
        return [
          { key, name, version, line: entry.line, needs: [], ...(development && { development: true as const }) },
        ];
      });
    const dependencies = [...read('default', false), ...read('develop', true)];
    return { ecosystem: { name: 'PyPI' }, knowsPaths: false, dependencies };
  },
};

/** composer.lock. It does not record the project's direct dependencies. */
export const composerLock: LockfileReader = {
  reads: (name) => name === 'composer.lock',
  read(text) {
    const json = objectIn(text);
    const read = (kind: string, development: boolean): LockedDependency[] => {
      const packages = memberOf(json, kind);
      return (packages?.kind === 'array' ? packages.items : []).flatMap((entry) => {
        const [name, version] = [memberOf(entry, 'name'), memberOf(entry, 'version')].map(stringOf);
        if (name === undefined || version === undefined) return [];
        return [
          {
            key: name.toLowerCase(),
            name,
            version: version.replace(/^v(?=\d)/, ''),
            line: memberOf(entry, 'name')!.line,
            needs: membersOf(memberOf(entry, 'require')).map(([each]) => each.toLowerCase()),
            ...licenceIn(memberOf(entry, 'license')),
            ...(development && { development: true as const }),
          },
        ];
      });
    };
    const dependencies = [...read('packages', false), ...read('packages-dev', true)];
    return { ecosystem: { name: 'Packagist' }, knowsPaths: true, dependencies };
  },
};

/** The licences of a package. Several licences are a choice. */
function licenceIn(json: PositionedJson | undefined): Pick<LockedDependency, 'licence'> {
  const named = json?.kind === 'array' ? json.items.flatMap((each) => stringOf(each) ?? []) : [];
  const [only] = named;
  if (only === undefined) return {};
  return {
    licence: named.length === 1 ? only : named.map((each) => (/\s/.test(each) ? `(${each})` : each)).join(' OR '),
  };
}

/** packages.lock.json of NuGet, with a list for each framework. */
export const nugetLock: LockfileReader = {
  reads: (name) => name === 'packages.lock.json',
  read(text) {
    const frameworks = membersOf(memberOf(objectIn(text), 'dependencies'));
    const dependencies = frameworks.flatMap(([framework, packages]) => {
      const keyOf = (name: string) => `${framework} ${name.toLowerCase()}`;
      return membersOf(packages).flatMap(([name, entry]): LockedDependency[] => {
        const version = stringOf(memberOf(entry, 'resolved'));
        if (version === undefined) return []; // a project of the solution
        return [
          {
            key: keyOf(name),
            name,
            version,
            line: entry.line,
            needs: membersOf(memberOf(entry, 'dependencies')).map(([each]) => keyOf(each)),
            ...(stringOf(memberOf(entry, 'type')) === 'Direct' && { root: 'use' as const }),
          },
        ];
      });
    });
    return { ecosystem: { name: 'NuGet' }, knowsPaths: true, dependencies };
  },
};
