import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { EnginePass } from '../engine';
import { escapedForRegex } from '../kit/escaped-for-regex';
import { isBelow } from './packages';

/** Lock files name every package. Source files are not searched for mentions either, because they are parsed. */
const NOT_A_MENTION = /(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$|\.lock$|(?:^|\/)pnpm-lock\.yaml$/;
const CONFIGURATION =
  /(?:^|\/)(?:\.[^/]+|[^/]*(?:config|conf|rc|setup)[^/]*\.[cm]?[jt]s|gulpfile\.[jt]s|Gruntfile\.js|karma[^/]*\.js)$/i;
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

export const isConfiguration = (file: string): boolean => CONFIGURATION.test(file);

export interface Mention {
  readonly path: string;
  readonly text: string;
}

/**
 * The texts in which a package may be mentioned without an import: configuration, styles, components, pages, and the
 * package.json without its lists of dependencies.
 */
export function mentionsFor(folder: string, { files, root }: EnginePass): Mention[] {
  return files
    .map(({ staged }) => staged)
    .filter(
      (file) => isBelow(file, folder) && !NOT_A_MENTION.test(file) && (isConfiguration(file) || !SOURCE.test(file)),
    )
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return { path: file, text: posix.basename(file) === 'package.json' ? withoutDependencies(text) : text };
    });
}

const withoutDependencies = (manifest: string): string =>
  manifest.replace(/"(?:dev|peer|optional)?[dD]ependencies"\s*:\s*\{[^}]*\}/g, '');

/** Whether a name occurs as a whole word: `react-dom` does not mention `react`. */
export const isMentioned = (name: string, text: string): boolean =>
  new RegExp(`(?:^|[^\\w@.-]|["'/~])${escapedForRegex(name)}(?![\\w.-]*\\w)`, 'm').test(text);
