import { constants, realpathSync } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { type Result, ok, refuse } from '@assay/kernel';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chromium-headless-shell',
  'chrome-headless-shell',
];

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
  // The headless build by itself, as in the image.
  '/usr/lib/chromium/chromium-headless-shell',
];

/** The names of the program itself, in the folder of its installation. */
const PROGRAMS = ['chromium', 'chromium-browser', 'chrome'];

/**
 * Finds the Chromium to use. Where a launcher is named, it is the program that the launcher starts, because a launcher
 * needs more of the machine than a confined browser gets to see.
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
    return (await isProgram(setting))
      ? ok(await behindLauncher(setting, usual))
      : refuse(`ASSAY_CHROMIUM is "${setting}", and no program is there`);
  const onPath = path
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  for (const candidate of [...usual, ...onPath])
    if (await isProgram(candidate)) return ok(await behindLauncher(candidate, usual));
  return refuse('no Chromium was found: install one, or set ASSAY_CHROMIUM to its path');
}

/**
 * The program that a launcher starts: beside the launcher itself, as Google and Fedora have it, or of the same name at
 * a usual path, as Debian has it. A script that is no such launcher is taken as it is.
 */
async function behindLauncher(path: string, usual: readonly string[]): Promise<string> {
  if (!(await isScript(path))) return path;
  const beside = PROGRAMS.map((name) => join(dirname(realpathSync(path)), name));
  const named = usual.filter((candidate) => basename(candidate) === basename(path));
  for (const candidate of [...beside, ...named])
    if ((await isProgram(candidate)) && !(await isScript(candidate))) return candidate;
  return path;
}

async function isScript(path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') return undefined; // a program that can be run and not read is no script
    throw error;
  });
  if (!file) return false;
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === '#!';
  } finally {
    await file.close();
  }
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
