import { lstatSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A package.json has a few kilobytes. */
const MAX_BYTES = 1024 * 1024;
const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies'] as const;
const VUE_2 = /^[\^~=v\s]*2(?:\.|$)/;

/**
 * Whether the nearest package.json above a file that declares Vue asks for Vue 2 alone. Only rules about what Vue 3
 * changed may believe it.
 */
export function filesOfVue2(root: string): (staged: string) => boolean {
  const known = new Map<string, string | undefined>();
  const vueIn = (folder: string): string | undefined => {
    if (!known.has(folder)) known.set(folder, declaredVue(join(root, folder, 'package.json')));
    return known.get(folder);
  };
  return (staged) => {
    for (let folder = posix.dirname(staged); ; folder = posix.dirname(folder)) {
      const range = vueIn(folder);
      if (range !== undefined) return VUE_2.test(range);
      if (folder === '.' || folder === '/') return false;
    }
  };
}

/** The range of versions that a package.json asks for; undefined if it declares no Vue or is not a package.json. */
function declaredVue(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > MAX_BYTES) return undefined;
  const manifest = jsonOf(readFileSync(path, 'utf8'));
  for (const section of SECTIONS) {
    const range = memberOf(memberOf(manifest, section), 'vue');
    if (typeof range === 'string') return range;
  }
  return undefined;
}

/** Another tool says that a package.json is no JSON. */
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
