import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { EnginePass } from '../engine';
import { isBelow } from './packages';

/** Source files are parsed instead; lock files name every package. */
const NOT_A_MENTION = /(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$|\.lock$|(?:^|\/)pnpm-lock\.yaml$/;
const CONFIGURATION =
  /(?:^|\/)(?:\.[^/]+|[^/]*(?:config|conf|rc|setup)[^/]*\.[cm]?[jt]s|gulpfile\.[jt]s|Gruntfile\.js|karma[^/]*\.js)$/i;
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/**
 * The text in which a package may be named without being imported: configuration, styles, components, pages, and all of
 * package.json but its lists of dependencies.
 */
export function mentionsFor(folder: string, { files, root }: EnginePass): string {
  return files
    .map(({ staged }) => staged)
    .filter(
      (file) => isBelow(file, folder) && !NOT_A_MENTION.test(file) && (CONFIGURATION.test(file) || !SOURCE.test(file)),
    )
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return posix.basename(file) === 'package.json' ? withoutDependencies(text) : text;
    })
    .join('\n');
}

const withoutDependencies = (manifest: string): string =>
  manifest.replace(/"(?:dev|peer|optional)?[dD]ependencies"\s*:\s*\{[^}]*\}/g, '');

/** As a word of its own: `react` is not in `react-dom`. */
export const isMentioned = (name: string, text: string): boolean =>
  new RegExp(`(?:^|[^\\w@.-]|["'/~])${escapeRegex(name)}(?![\\w.-]*\\w)`, 'm').test(text);

const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
