import { type FileRole, fileRole, isBillable, isCertain, roleOfContent } from '@assay/source-text';
import type { StagedFile } from '@assay/target-records';
import type { FolderRules, RuleReader } from './folder-rules';

export type StagedRole = Pick<StagedFile, 'role' | 'basis' | 'leftOut'>;

/** The sources that decide about the roles of a target's files. */
export interface Roles {
  readonly rules: RuleReader;
  /** Files of these roles are left out. */
  readonly leftOut: readonly FileRole[];
  /** Whether build output is the code of the target. */
  readonly isBuilt: boolean;
}

interface RoledFile {
  /** The path in findings. */
  readonly path: string;
  readonly name: Buffer;
  readonly language: string;
  readonly content: Uint8Array;
  readonly hasBeside: (name: string) => boolean;
}

/**
 * The role of a file, and whether the scan leaves it out. A target must not be able to hide its own code, so only a
 * convention that leaves no doubt leaves out, and what Git does not track. A role that the target gives its files by an
 * attribute, an ignore file, a header or the look of the code is noted, and changes neither scan nor price.
 */
export function roleOfFile({ rules, leftOut, isBuilt }: Roles, folder: FolderRules, file: RoledFile): StagedRole {
  const owned = (role: FileRole): FileRole => (isBuilt && role === 'build-output' ? 'own' : role);
  const byPath = owned(fileRole(file.path));
  if (byPath !== 'own' && isCertain(file.path, byPath))
    return { role: byPath, basis: 'path', ...(leftOut.includes(byPath) && { leftOut: true }) };
  const said = rules.about(folder, file.name);
  if (said?.basis === 'git' && leftOut.includes('ignored')) return { role: 'ignored', basis: 'git', leftOut: true };
  if (byPath !== 'own' && byPath !== 'documentation') return { role: byPath, basis: 'path' };
  const byTarget = roleOfContent(file.content, file.language, file.hasBeside) ?? said;
  if (byTarget && byTarget.role !== 'own' && owned(byTarget.role) !== 'own')
    return { role: byTarget.role, basis: byTarget.basis };
  return { ...(byPath !== 'own' && { role: byPath, basis: 'path' }) };
}

/**
 * The files, of which those are the target's own again that begin as the files of a library do, where most of its code
 * begins so: then it is that library.
 */
export function ofTheLibraryItself(files: readonly StagedFile[]): readonly StagedFile[] {
  const isCopy = ({ role, basis }: StagedFile) => role === 'vendored' && basis === 'header';
  const linesOf = (counted: readonly StagedFile[]) => counted.reduce((sum, { lines }) => sum + lines, 0);
  const copies = files.filter(isCopy);
  const own = files.filter(({ role, language }) => role === undefined && isBillable(language));
  if (linesOf(copies) <= linesOf(own)) return files;
  return files.map((file) => {
    if (!isCopy(file)) return file;
    const { role: _, basis: __, ...rest } = file;
    return rest;
  });
}
