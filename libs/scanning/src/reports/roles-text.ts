import { counted } from '@assay/kernel';
import type { FilesOfRole } from '../domain/session-events';

const KIND: Readonly<Record<string, string>> = {
  environment: 'of installed packages',
  'build-output': 'of build output',
  vendored: "of others' code",
  generated: 'of generated code',
  minified: 'of minified code',
  ignored: 'that Git ignores',
};

/** The target's stated reason for a role. A role by path or by Git's tracking is not a statement of the target. */
const WORD: Readonly<Record<string, string>> = {
  attributes: 'by .gitattributes',
  'ignore file': 'by an ignore file',
  header: 'by a header',
  'source map': 'by a source map beside',
  measured: 'by the length of the lines',
};

/**
 * The files that were left out because of their role, and those that the target declares as not its own.
 * @param remedy says how to include the roles that it gets by name, such as `environment,vendored`
 */
export function rolesText(
  roles: readonly FilesOfRole[],
  remedy = (names: string): string => `a scan that includes ${names} looks at them`,
): string[] {
  const leftOut = roles.filter((each) => each.leftOut);
  const claimed = roles.filter(({ basis }) => basis in WORD);
  const names = [...new Set(leftOut.map(({ role }) => role))].join(',');
  return [
    ...(leftOut.length === 0
      ? []
      : [
          `left out, not charged, and read for secrets and licences alone: ${leftOut.map(leftOutText).join('; ')} ` +
            `(${remedy(names)})`,
        ]),
    ...(claimed.length === 0
      ? []
      : [
          `not the target's own code by its own word, and scanned nevertheless: ${claimed.map(claimedText).join('; ')}`,
        ]),
  ];
}

const leftOutText = ({ role, files, lines, first }: FilesOfRole): string =>
  `${counted(files, 'file')} ${KIND[role] ?? role} with ${counted(lines, 'line')} of code: ${placesOf(first, files)}`;

const claimedText = ({ role, basis, files, first }: FilesOfRole): string =>
  `${counted(files, 'file')} ${role} ${WORD[basis]}: ${placesOf(first, files)}`;

/** A folder stands for all files in it. */
const placesOf = (first: readonly string[], files: number): string =>
  `${first.join(', ')}${first.every((place) => !place.endsWith('/')) && files > first.length ? ', …' : ''}`;
