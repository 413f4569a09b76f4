import { FILE_ROLES, isBillable, placeOfRole } from '@assay/source-text';
import type { RoleBasis, StagedFile } from '@assay/target-records';

/** How many files have a role for the same reason. */
export interface RoleCount {
  readonly role: NonNullable<StagedFile['role']>;
  readonly basis: RoleBasis;
  /** Whether the scan leaves them out: they are read for secrets and licences alone, and cost nothing. */
  readonly leftOut: boolean;
  readonly files: number;
  /** Lines of code: they are billed unless the files are left out. */
  readonly lines: number;
  /** The first places: a folder that gives its files the role, or a file. */
  readonly first: readonly string[];
}

const PLACES = 3;

/** Every role but the target's own, in the order of the roles. What is left out comes first. */
export function countRoles(files: readonly StagedFile[]): RoleCount[] {
  const counts = new Map<string, { -readonly [Key in keyof RoleCount]: RoleCount[Key] } & { first: string[] }>();
  for (const { role, basis, leftOut = false, path, lines, language } of files) {
    if (role === undefined || basis === undefined) continue;
    const key = `${leftOut}/${role}/${basis}`;
    let count = counts.get(key);
    if (!count) counts.set(key, (count = { role, basis, leftOut, files: 0, lines: 0, first: [] }));
    count.files += 1;
    if (isBillable(language)) count.lines += lines;
    if (count.first.length < PLACES && !count.first.some((place) => path.startsWith(place)))
      count.first.push(basis === 'path' ? placeOfRole(path, role) : path);
  }
  return [...counts.values()].sort(
    (a, b) =>
      Number(b.leftOut) - Number(a.leftOut) ||
      FILE_ROLES.indexOf(a.role) - FILE_ROLES.indexOf(b.role) ||
      (a.basis < b.basis ? -1 : 1),
  );
}
