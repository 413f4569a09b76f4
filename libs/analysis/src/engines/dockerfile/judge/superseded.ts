/** The version in the name of a folder: `percona-server-5.6`, `0.1`, `node-20`, `2.5.1-2601` with its build. */
const VERSIONED = /^(.*?)v?(\d+(?:[.-]\d+)*)(?![a-z\d])/i;

interface Version {
  /** The folder above, and what stands before the version. */
  readonly line: string;
  readonly version: string;
}

function* versionsIn(path: string): Generator<Version> {
  const folders = path.split('/').slice(0, -1);
  for (const [index, folder] of folders.entries()) {
    const [, before, version] = VERSIONED.exec(folder) ?? [];
    if (version !== undefined) yield { line: [...folders.slice(0, index), before].join('/'), version };
  }
}

/**
 * Tells of a file whether it belongs to a version that a newer one stands beside. Those who keep several versions of an
 * image or a task leave an old one as it was.
 */
export function supersededAmong(paths: readonly string[]): (path: string) => boolean {
  const newest = new Map<string, string>();
  for (const path of paths)
    for (const { line, version } of versionsIn(path)) {
      const known = newest.get(line);
      if (known === undefined || isLater(version, known)) newest.set(line, version);
    }
  return (path) => [...versionsIn(path)].some(({ line, version }) => isLater(newest.get(line) ?? version, version));
}

function isLater(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.split(/[.-]/).map(Number)) as [number[], number[]];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at !== -1 && left[at]! > (right[at] ?? -1);
}
