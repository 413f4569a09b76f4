import { versionsOf } from '@assay/advisories';
import type { LockedDependency, LockfileReader } from './lockfile';

/** Since this version, go.mod names every module of a build. */
const WHOLE_SINCE = 17;

/**
 * go.mod: the versions that a build uses. go.sum also names versions that were only considered, so it is read only if
 * go.mod leaves out indirect modules.
 */
export const goModules: LockfileReader = {
  reads: (name) => name === 'go.mod',
  beside: 'go.sum',
  read(text, sums) {
    const required: { name: string; version: string; line: number; isDirect: boolean }[] = [];
    const replaced = new Map<string, { readonly name: string; readonly version: string } | undefined>();
    let block: string | undefined;
    let minor = 0;
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const [code = '', comment = ''] = line.split('//', 2).map((part) => part.trim());
      const opened = /^(\w+)\s*\($/.exec(code)?.[1];
      if (opened !== undefined) block = opened;
      else if (code === ')') block = undefined;
      else {
        const [, verb, rest = ''] = block === undefined ? (/^(\w+)\s+(.*)$/s.exec(code) ?? []) : ['', block, code];
        const words = rest.split(/\s+/).filter((word) => word !== '');
        if (verb === 'go') minor = Number(/^1\.(\d+)/.exec(rest)?.[1] ?? 0);
        else if (verb === 'require' && words.length === 2)
          required.push({
            name: unquoted(words[0]!),
            version: words[1]!,
            line: index + 1,
            isDirect: !/^indirect\b/.test(comment),
          });
        else if (verb === 'replace') readReplacement(words, replaced);
      }
    }
    const dependencies = required.flatMap(({ name, version, line, isDirect }): LockedDependency[] => {
      const key = replaced.has(`${name}@${version}`) ? `${name}@${version}` : name;
      const used = replaced.has(key) ? replaced.get(key) : { name, version };
      if (used === undefined) return []; // a folder of the project
      const own = { name: used.name, version: used.version.replace(/^v(?=\d)/, '') };
      return [{ key: name, ...own, line, needs: [], ...(isDirect && { root: 'use' as const }) }];
    });
    const isWhole = minor >= WHOLE_SINCE;
    const summed =
      isWhole || sums === undefined ? [] : summedIn(sums, new Set(required.map(({ name }) => name)), replaced);
    return {
      ecosystem: { name: 'Go' },
      knowsPaths: true,
      dependencies: [...dependencies, ...summed],
      ...(!isWhole &&
        sums === undefined && { leftOut: 'before go 1.17 it does not name the modules that others need' }),
    };
  },
};

/**
 * The newest version of each module that go.mod does not name and for whose archive go.sum has a digest: a build uses
 * it. A module with a digest of its go.mod only is in no build. The place is the first line of go.mod.
 */
function summedIn(
  sums: string,
  named: ReadonlySet<string>,
  replaced: ReadonlyMap<string, { readonly name: string; readonly version: string } | undefined>,
): LockedDependency[] {
  const newest = new Map<string, string>();
  for (const line of sums.split(/\r?\n/)) {
    const [, name, version] = /^(\S+) v(\S+) h1:\S+$/.exec(line) ?? [];
    if (name === undefined || version!.endsWith('/go.mod') || named.has(name)) continue;
    const known = newest.get(name);
    if (known === undefined || isNewer(version!, known)) newest.set(name, version!);
  }
  const isReplacement = new Set([...replaced.values()].map((each) => each?.name));
  return [...newest]
    .filter(([name]) => !isReplacement.has(name))
    .map(([name, version]) => ({ key: name, name, version, line: 1, needs: [] }));
}

function isNewer(version: string, than: string): boolean {
  const { compare, isVersion } = versionsOf('Go');
  return isVersion(version) && (!isVersion(than) || compare(version, than) > 0);
}

/** `old [version] => new version`, or a folder. */
function readReplacement(
  words: readonly string[],
  replaced: Map<string, { readonly name: string; readonly version: string } | undefined>,
): void {
  const arrow = words.indexOf('=>');
  if (arrow < 1) return;
  const [name = '', version] = words.slice(0, arrow);
  const [to = '', toVersion] = words.slice(arrow + 1);
  replaced.set(
    version === undefined ? unquoted(name) : `${unquoted(name)}@${version}`,
    toVersion === undefined ? undefined : { name: unquoted(to), version: toVersion },
  );
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1');
