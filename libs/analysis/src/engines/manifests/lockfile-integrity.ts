import { posix } from 'node:path';
import type { RawFinding } from '../engine';
import {
  type LockedPackage,
  type ManifestFile,
  type ManifestFiles,
  isTrue,
  lockedPackages,
} from '../kit/packages/manifest-files';
import { foldersAbove } from '../kit/folders-above';
import { memberOf, membersOf, stringOf } from '../kit/positioned-json';

const LOCK_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'];
const COMMIT = /#[0-9a-f]{40}$/;

export function lockfileFindings({ manifests, locks, paths }: ManifestFiles): RawFinding[] {
  return [
    ...locks.flatMap(lockFindings),
    ...manifests.flatMap((manifest) => manifestFindings(manifest, paths, manifests)),
  ];
}

function lockFindings(lock: ManifestFile): RawFinding[] {
  const packages = lockedPackages(lock);
  const usual = usualHost(packages);
  return packages.flatMap((locked) => {
    const { name, line, entry } = locked;
    const resolved = resolvedOf(locked);
    if (resolved === undefined) return [];
    const at = (rule: string, message: string, cause?: string): RawFinding => ({
      rule,
      file: lock.file,
      line,
      message,
      ...(cause !== undefined && { cause }),
    });
    if (isGit(resolved))
      return COMMIT.test(resolved)
        ? []
        : [at('git-dependency-not-pinned', `${name} comes from a git repository without a fixed commit`)];
    const url = parseUrl(resolved);
    if (!url || !/^https?:$/.test(url.protocol)) return []; // it is a local file of the project
    return [
      ...(url.protocol === 'http:'
        ? [at('fetched-without-tls', `${name} is fetched over http from ${url.host}`, url.host)]
        : []),
      ...(usual !== undefined && hostOf(url) !== usual
        ? [at('unusual-host', `${name} is fetched from ${url.host}, nearly everything else from ${usual}`, url.host)]
        : []),
      ...(memberOf(entry, 'integrity') || isTrue(memberOf(entry, 'inBundle'))
        ? []
        : [at('no-integrity', `${name} is fetched from ${url.host} without a checksum`)]),
      ...((stringOf(memberOf(entry, 'integrity')) ?? '').startsWith('sha1-')
        ? [at('weak-integrity', `${name} has only a SHA-1 checksum`)]
        : []),
    ];
  });
}

/** Version 1 locks write a git address in `version`. */
function resolvedOf({ entry }: LockedPackage): string | undefined {
  const version = stringOf(memberOf(entry, 'version'));
  return (
    stringOf(memberOf(entry, 'resolved')) ?? (version !== undefined && /:\/\//.test(version) ? version : undefined)
  );
}

/** Yarn's name for the registry of npm leads to the same packages. */
const hostOf = ({ host }: URL): string => (host === 'registry.yarnpkg.com' ? 'registry.npmjs.org' : host);

/** The host of more than half of the packages; undefined if there is none. */
function usualHost(packages: readonly LockedPackage[]): string | undefined {
  const hosts = new Map<string, number>();
  let total = 0;
  for (const locked of packages) {
    const resolved = resolvedOf(locked);
    const url = resolved === undefined || isGit(resolved) ? undefined : parseUrl(resolved);
    if (!url?.host) continue;
    hosts.set(hostOf(url), (hosts.get(hostOf(url)) ?? 0) + 1);
    total += 1;
  }
  const [most] = [...hosts].sort(([, a], [, b]) => b - a);
  return most && most[1] > total / 2 ? most[0] : undefined;
}

/** A library leaves the choice of versions to its users, but a deployed application must pin them. */
function manifestFindings(
  { file, json }: ManifestFile,
  paths: ReadonlySet<string>,
  manifests: readonly ManifestFile[],
): RawFinding[] {
  const dependencies = membersOf(memberOf(json, 'dependencies'));
  const gits = dependencies.concat(membersOf(memberOf(json, 'devDependencies'))).flatMap(([name, spec]) => {
    const address = stringOf(spec) ?? '';
    return isGit(address) && !/#([0-9a-f]{40}|semver:.+)$/.test(address) && !hasLock(file, paths)
      ? [
          {
            rule: 'git-dependency-not-pinned',
            file,
            line: spec.line,
            message: `${name} comes from a git repository without a fixed commit`,
          },
        ]
      : [];
  });
  const nested = manifests.some(
    (other) => other.file !== file && memberOf(other.json, 'workspaces') && isBelow(file, other.file),
  );
  const application = isTrue(memberOf(json, 'private')) && dependencies.length > 0 && !nested && !hasLock(file, paths);
  return [
    ...gits,
    ...(application
      ? [
          {
            rule: 'no-lockfile',
            file,
            line: memberOf(json, 'dependencies')!.line,
            message: 'No lock file fixes the versions that are installed',
          },
        ]
      : []),
  ];
}

function hasLock(manifest: string, paths: ReadonlySet<string>): boolean {
  for (const folder of foldersAbove(manifest))
    if (LOCK_FILES.some((name) => paths.has(posix.join(folder, name)))) return true;
  return false;
}

const isBelow = (file: string, manifest: string): boolean =>
  posix.dirname(manifest) === '.' || file.startsWith(`${posix.dirname(manifest)}/`);

const isGit = (address: string): boolean =>
  /^(git[+:@]|git\+(ssh|https?|file):|(github|gitlab|bitbucket):|ssh:\/\/git@|https?:\/\/.+\.git(#|$))/.test(address) ||
  /^[\w-]+\/[\w.-]+(#.*)?$/.test(address);

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
