import { isRecord } from '@assay/kernel';
import { plainText } from '@assay/source-text';
import { PackageUnreadable } from './errors';

/** A registry's description of one version. It is hostile JSON: only the fields named here have a known form. */
export interface VersionManifest {
  readonly version: string;
  readonly tarball: string;
  readonly integrity: string | undefined;
  readonly shasum: string | undefined;
  readonly deprecated: string | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A registry's description of a package. */
export interface Packument {
  readonly name: string;
  readonly distTags: ReadonlyMap<string, string>;
  /** The versions as raw JSON. A version is read only when it is chosen. */
  readonly versions: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** ISO 8601 times by version, and of `created` and `modified`. */
  readonly times: ReadonlyMap<string, string>;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** @throws PackageUnreadable */
export function readPackument(text: string, name: string): Packument {
  const raw = recordOf(parse(text, name));
  if (raw === undefined || raw['name'] !== name)
    throw new PackageUnreadable(name, 'registry', 'the registry answers with something else than this package');
  return {
    name,
    raw,
    distTags: textsOf(raw['dist-tags']),
    times: new Map([...textsOf(raw['time'])].flatMap(([version, time]) => isoTime(version, time))),
    versions: recordsOf(raw['versions']),
  };
}

/** @throws PackageUnreadable */
export function readManifest({ name, versions }: Packument, version: string): VersionManifest {
  const raw = versions.get(version);
  const dist = recordOf(raw?.['dist']);
  if (raw === undefined || raw['name'] !== name || raw['version'] !== version || typeof dist?.['tarball'] !== 'string')
    throw new PackageUnreadable(`${name}@${version}`, 'registry', 'the registry does not say where this version is');
  return {
    version,
    tarball: dist['tarball'],
    integrity: textOf(dist['integrity']),
    shasum: textOf(dist['shasum']),
    deprecated: deprecation(raw),
    raw,
  };
}

/** A truthy value that is not a text also means deprecated. */
export function deprecation(manifest: Readonly<Record<string, unknown>>): string | undefined {
  const { deprecated } = manifest;
  if (!deprecated) return undefined;
  return typeof deprecated === 'string' ? plainText(deprecated, 500) : 'deprecated';
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PackageUnreadable(name, 'registry', 'the registry does not answer with JSON', { cause: error });
  }
}

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isRecord(value) ? value : undefined;
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const textsOf = (value: unknown): Map<string, string> =>
  new Map(
    Object.entries(recordOf(value) ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

const recordsOf = (value: unknown): Map<string, Record<string, unknown>> =>
  new Map(
    Object.entries(recordOf(value) ?? {}).flatMap(([key, each]) => {
      const record = recordOf(each);
      return record === undefined ? [] : [[key, record] as const];
    }),
  );

function isoTime(version: string, text: string): [string, string][] {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? [] : [[version, time.toISOString()]];
}
