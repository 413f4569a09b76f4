import { fileRole } from '@assay/source-text';
import type { EnginePass } from '../../engine';

export const AT_ROOT = '.github/workflows/';

/** Whether the target is the root of a repository: a clone says so, and another folder is one if it has workflows. */
export const isRootOfRepository = ({ target, files }: EnginePass): boolean =>
  target?.repository !== undefined || files.some(({ staged }) => staged.startsWith(AT_ROOT));

/**
 * Which files GitHub does not run: it runs what lies at the root of a repository. A sample elsewhere runs where
 * somebody copies it to, and the workflows of a copied library run nowhere.
 */
export function elsewhereIn(pass: EnginePass): (path: string) => boolean {
  const isRoot = isRootOfRepository(pass);
  return (path) => isSample(path) || (isRoot && !path.startsWith(AT_ROOT));
}

const isSample = (path: string): boolean => fileRole(path) === 'example' && !path.startsWith('.github/');
