import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Result, ok, refuse } from '@assay/kernel';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The usual paths of the program itself. They are tried first, because the launchers of Debian and Google are shell
 * scripts that add flags and extensions of the machine.
 */
const USUAL_PATHS: readonly string[] = [
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds the Chromium to use.
 * @param setting the value of ASSAY_CHROMIUM: a path, `off`, or undefined for any installed Chromium
 * @returns the path, or the reason why there is none, as it is shown to users
 */
export async function findChromium(
  setting: string | undefined,
  path = process.env['PATH'] ?? '',
  usual = USUAL_PATHS,
): Promise<Result<string, string>> {
  if (setting === 'off') return refuse('pages are not looked at in a browser here: ASSAY_CHROMIUM is off');
  if (setting !== undefined && setting !== '')
    return (await isProgram(setting)) ? ok(setting) : refuse(`ASSAY_CHROMIUM is "${setting}", and no program is there`);
  const onPath = path
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  for (const candidate of [...usual, ...onPath]) if (await isProgram(candidate)) return ok(candidate);
  return refuse('no Chromium was found: install one, or set ASSAY_CHROMIUM to its path');
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return false;
    throw error;
  }
}
