import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersAbove } from './folders-above';

/** A package.json has a few kilobytes. */
const MAX_BYTES = 1024 * 1024;
const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

/** The packages that a package.json declares, with their ranges of versions. */
export type DeclaredPackages = ReadonlyMap<string, string>;

/**
 * Reads the packages that the nearest package.json above a file declares. A package.json for which `read` returns
 * undefined is passed over.
 */
export function nearestManifests<T>(
  root: string,
  read: (declared: DeclaredPackages) => T | undefined,
): (staged: string) => T | undefined {
  const known = new Map<string, T | undefined>();
  const saidIn = (folder: string): T | undefined => {
    if (!known.has(folder)) known.set(folder, read(declaredIn(join(root, folder, 'package.json'))));
    return known.get(folder);
  };
  return (staged) => {
    for (const folder of foldersAbove(staged)) {
      const said = saidIn(folder);
      if (said !== undefined) return said;
    }
    return undefined;
  };
}

/** A file that is not a package.json declares nothing. The first section that has a package decides on its range. */
function declaredIn(path: string): DeclaredPackages {
  const declared = new Map<string, string>();
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > MAX_BYTES) return declared;
  const manifest = jsonOf(readFileSync(path, 'utf8'));
  for (const section of SECTIONS)
    for (const [name, range] of Object.entries(memberOf(manifest, section) ?? {}))
      if (typeof range === 'string' && !declared.has(name)) declared.set(name, range);
  return declared;
}

/** Another tool reports a package.json that is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
