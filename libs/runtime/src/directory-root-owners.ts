import type { DirectoryRoot } from '@assay/kernel';

/** Whether a root is of use to nobody: it is one of the only organization, and there are several. */
export const servesNobody = ({ serves }: DirectoryRoot, several: boolean): boolean => serves === 'only' && several;

/** Whose sessions may analyse what is below a root, in words. */
export function describeOwners(root: DirectoryRoot, several: boolean): string {
  if (servesNobody(root, several))
    return (
      'nobody, because there are several organizations: give it to some with org_…=<path>, or to all with *=<path>, ' +
      'in ASSAY_DIRECTORY_ROOTS'
    );
  if (root.serves === 'all') return 'all organizations';
  return root.serves === 'only' ? 'the only organization' : root.serves.join(', ');
}
