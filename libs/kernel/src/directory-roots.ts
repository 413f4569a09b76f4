import { delimiter, resolve } from 'node:path';

/** A directory below which sessions may analyse any directory. */
export interface DirectoryRoot {
  /** Absolute. */
  readonly path: string;
  /**
   * Whose sessions: those of the named organizations, of all organizations, or of the only one. With several
   * organizations, a root of the only one serves nobody.
   */
  readonly serves: readonly string[] | 'all' | 'only';
}

/** Text before the first `=` names organizations, unless it is part of a path. */
const WITH_OWNERS = /^([^=/\\]*)=(.*)$/s;
const ORGANIZATION = /^org_[A-Za-z0-9_-]+$/;

/** The fault of a list of roots; undefined if nothing is. */
export function directoryRootsProblem(value: string): string | undefined {
  for (const entry of entriesOf(value)) {
    const [, owners, path] = WITH_OWNERS.exec(entry) ?? [];
    if (owners === undefined) continue;
    if (path === '') return `must have a path behind the = of ${entry}`;
    if (owners !== '*' && !namesIn(owners).every((name) => ORGANIZATION.test(name)))
      return (
        `must have ids of organizations (org_…, separated by commas) or * before the = of ${entry}; ` +
        `a path with a = begins with ./ or /`
      );
  }
  return undefined;
}

/** Entries are separated as in PATH: `/path`, `org_…=/path`, `org_…,org_…=/path` or `*=/path`. */
export const parseDirectoryRoots = (value: string): DirectoryRoot[] =>
  entriesOf(value).map((entry) => {
    const [, owners, path] = WITH_OWNERS.exec(entry) ?? [];
    if (owners === undefined || path === undefined) return { path: resolve(entry), serves: 'only' };
    return { path: resolve(path), serves: owners === '*' ? 'all' : namesIn(owners) };
  });

/** The roots of one organization. */
export const rootsOfOrganization = (
  roots: readonly DirectoryRoot[],
  { organizationId, isOnly }: { readonly organizationId: string; readonly isOnly: boolean },
): string[] => roots.filter(({ serves }) => servesIt(serves, organizationId, isOnly)).map(({ path }) => path);

const servesIt = (serves: DirectoryRoot['serves'], organizationId: string, isOnly: boolean): boolean =>
  serves === 'all' || (serves === 'only' ? isOnly : serves.includes(organizationId));

const entriesOf = (value: string): string[] => value.split(delimiter).filter(Boolean);
const namesIn = (owners: string): string[] => owners.split(',').map((name) => name.trim());
