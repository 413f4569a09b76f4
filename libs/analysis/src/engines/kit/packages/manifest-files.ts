import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { EnginePass } from '../../engine';
import { Unreadable, decodeText } from '../per-file';
import { type PositionedJson, memberOf, membersOf, parsePositionedJson, stringOf } from '../positioned-json';

export interface ManifestFile {
  readonly file: string;
  readonly json: PositionedJson;
}

/** One installed package as package-lock.json (version 2 or 3) records it. */
export interface LockedPackage {
  /** `left-pad`, `@scope/name`. */
  readonly name: string;
  readonly line: number;
  readonly entry: PositionedJson;
}

export interface ManifestFiles {
  readonly manifests: readonly ManifestFile[];
  readonly locks: readonly ManifestFile[];
  /** All paths of the pass, for questions like "is there a lock file beside it?" */
  readonly paths: ReadonlySet<string>;
  readonly unreadable: ReadonlyMap<string, string>;
}

const MAX_BYTES = 32 * 1024 * 1024;

export function readManifestFiles({ files, root }: EnginePass): ManifestFiles {
  const manifests: ManifestFile[] = [];
  const locks: ManifestFile[] = [];
  const unreadable = new Map<string, string>();
  for (const { staged, size } of [...files].sort((a, b) => (a.staged < b.staged ? -1 : 1))) {
    const name = posix.basename(staged);
    const list =
      name === 'package.json'
        ? manifests
        : name === 'package-lock.json' || name === 'npm-shrinkwrap.json'
          ? locks
          : undefined;
    if (!list) continue;
    try {
      if (size > MAX_BYTES) throw new Unreadable('larger than 32 MB');
      const json = parsePositionedJson(decodeText(readFileSync(join(root, staged))));
      if (json.kind !== 'object') throw new Unreadable('no JSON object');
      list.push({ file: staged, json });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unreadable.set(staged, error.message);
    }
  }
  return { manifests, locks, paths: new Set(files.map(({ staged }) => staged)), unreadable };
}

/** The packages from a registry or another source, without the project itself and its workspaces. */
export function lockedPackages({ json }: ManifestFile): LockedPackage[] {
  const packages = memberOf(json, 'packages');
  if (packages) {
    return membersOf(packages)
      .filter(([path, entry]) => path.includes('node_modules/') && !isTrue(memberOf(entry, 'link')))
      .map(([path, entry]) => ({
        name:
          stringOf(memberOf(entry, 'name')) ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        line: entry.line,
        entry,
      }));
  }
  return legacyPackages(memberOf(json, 'dependencies'));
}

/** Version 1 nests packages that are installed below another package. */
const legacyPackages = (dependencies: PositionedJson | undefined): LockedPackage[] =>
  membersOf(dependencies).flatMap(([name, entry]) => [
    { name, line: entry.line, entry },
    ...legacyPackages(memberOf(entry, 'dependencies')),
  ]);

export const isTrue = (json: PositionedJson | undefined): boolean => json?.kind === 'scalar' && json.value === true;
