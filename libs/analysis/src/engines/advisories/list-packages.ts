import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { PackagesRecord } from '@assay/target-records';
import type { EnginePass, ListedPackage, ListedPackages, PassReporter } from '../engine';
import { LONGEST_WAY, MOST_LISTED, MOST_NEEDS } from '../runtime/listed-packages';
import type { Lockfile } from './lockfiles/lockfile';
import { originsOf } from './paths';
import { readLockfiles, unread } from './read-lockfiles';
import { SYSTEMS, ecosystemOf, installedIn } from './system-packages';

const LONGEST_TEXT = 1_000;
const LONGEST_KEY = 4_096;

/** Reports the packages that lockfiles and package managers name, without looking them up. */
export async function listPackages(pass: EnginePass, report: PassReporter): Promise<void> {
  const lists = pass.tools.every(({ reads }) => reads === 'records')
    ? await systemLists(pass, report)
    : (await readLockfiles(pass, report)).map(
        ({ file, lockfile }): ListedPackages => ({
          file,
          ecosystem: lockfile.ecosystem,
          packages: lockedIn(lockfile),
          ...(lockfile.leftOut !== undefined && { leftOut: lockfile.leftOut }),
        }),
      );
  for (const { packages, ...list } of lists) {
    report.working?.(list.file);
    const told = packages.filter(isTellable);
    if (told.length < packages.length)
      unread(pass, report, list.file, `${packages.length - told.length} of its packages have names that are too long`);
    // A list without packages is reported too.
    for (let at = 0; at === 0 || at < told.length; at += MOST_LISTED)
      report.packages?.({ ...list, packages: told.slice(at, at + MOST_LISTED) });
  }
  for (const { id } of pass.tools) report.completed(id, { filesChecked: lists.length });
}

function lockedIn(lockfile: Lockfile): ListedPackage[] {
  const originOf = originsOf(lockfile);
  return lockfile.dependencies.map(({ key, name, version, line, needs, root, licence }) => {
    const { path, development } = originOf(key);
    return {
      key,
      name,
      version,
      line,
      needs: lockfile.knowsPaths ? needs.slice(0, MOST_NEEDS) : [],
      isDirect: root !== undefined || path?.length === 1,
      forDevelopment: development,
      ...(path && {
        path: path.length <= LONGEST_WAY ? path : [...path.slice(0, LONGEST_WAY - 3), '…', ...path.slice(-2)],
      }),
      ...(licence !== undefined && { licence }),
    };
  });
}

const isTellable = ({ key, name, version, licence = '', path = [], needs }: ListedPackage): boolean =>
  [name, version, licence, ...path].every((text) => text.length <= LONGEST_TEXT) &&
  [key, ...needs].every((text) => text.length <= LONGEST_KEY);

async function systemLists(pass: EnginePass, report: PassReporter): Promise<ListedPackages[]> {
  const all: ListedPackages[] = [];
  for (const { staged } of pass.files) {
    report.working?.(staged);
    const record = JSON.parse(await readFile(join(pass.root, staged), 'utf8')) as PackagesRecord;
    const ecosystem = ecosystemOf(record);
    const readable = record.lists.filter(({ text }) => text !== undefined);
    for (const { path, kind, text } of record.lists)
      if (text === undefined) unread(pass, report, staged, `${path}: a list of ${kind} is not read`);
    const [first, second] = readable;
    if (first === undefined) continue;
    if (ecosystem === undefined) unread(pass, report, staged, `${first.path}: the image says no release of ${SYSTEMS}`);
    // An image without dpkg has a list for each package. Dependencies are known only from all lists together.
    else
      all.push({
        file: staged,
        place: second === undefined ? first.path : posix.dirname(first.path),
        ecosystem,
        packages: systemPackages(readable),
      });
  }
  return all;
}

function systemPackages(lists: PackagesRecord['lists']): ListedPackage[] {
  const installed = lists.flatMap(installedIn);
  const givenBy = new Map<string, string>();
  for (const { name, provides } of installed) for (const given of provides) givenBy.set(given, name);
  for (const { name } of installed) givenBy.set(name, name);
  return installed.map(({ name, version, source, sourceVersion, architecture, licence, needs }) => {
    const met = needs.flatMap((alternatives) => alternatives.flatMap((each) => givenBy.get(each) ?? []).slice(0, 1));
    return {
      key: name,
      name,
      version,
      needs: [...new Set(met)].filter((each) => each !== name).slice(0, MOST_NEEDS),
      isDirect: false,
      forDevelopment: false,
      ...(architecture !== undefined && { architecture }),
      ...(licence !== undefined && { licence }),
      ...((source !== name || sourceVersion !== version) && { builtFrom: `${source}@${sourceVersion}` }),
    };
  });
}
