/** A list of submodules has a hundred bytes for each. */
export const SUBMODULES_BYTES = 256 * 1024;
const LONGEST_PATH = 1_000;

/**
 * The folders that the text of a `.gitmodules` names: their files come from other repositories. Lines may be long, and
 * full of blanks. A name that leads out of the repository is left out.
 */
export const submodulesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const [key, ...value] = line.split('=');
    const folder = value.join('=').trim().replace(/\/$/, '');
    return key!.trim() === 'path' && isInside(folder) ? [folder] : [];
  });

const isInside = (folder: string): boolean =>
  folder.length <= LONGEST_PATH && folder.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
