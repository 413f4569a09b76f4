import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Needs } from '@assay/sandbox';

/** Without fonts a page has no text to measure. The certificates are those that the system trusts. */
const READS = [
  '/etc/fonts',
  '/usr/share/fonts',
  '/usr/share/fontconfig',
  '/usr/local/share/fonts',
  '/var/cache/fontconfig',
  '/etc/ssl/certs',
  '/etc/pki/tls/certs',
  '/etc/pki/ca-trust/extracted',
  '/usr/share/ca-certificates',
];

/** A file of every Chromium, beside the program. */
const RESOURCES = 'resources.pak';

/** The folder of a page's browser: a proxy listens in it, and the working directory of the browser is below it. */
export interface BrowserFolder {
  /** The browser's profile and whatever else it writes, in memory where it has a root of its own. */
  readonly scratch: string;
  /** See `PROXY_SOCKET`. */
  readonly socket: string;
}

/** A profile takes 20 MB, and what a page stores goes there, too. */
const SCRATCH_MB = 512;

/** The part of this machine that a browser needs to see. No data, no keys, no targets of others are there. */
export function browserNeeds(chromium: string | undefined): Pick<Needs, 'readable' | 'programs' | 'userNamespaces'> {
  return {
    readable: READS.filter((path) => existsSync(path)),
    programs: chromium === undefined ? [] : programFiles(chromium),
    // Two for each process that runs a page.
    userNamespaces: 500,
  };
}

/** The limits of one run of it: a page can have a process for each site in it, and a process has a dozen threads. */
export const browserRunNeeds = (chromium: string, { scratch, socket }: BrowserFolder): Needs => ({
  ...browserNeeds(chromium),
  cwd: scratch,
  scratchMb: SCRATCH_MB,
  sockets: [socket],
  processes: 2_000,
});

/**
 * The program, by the name that it is started by, and the folder with the rest of it. A program alone in a folder of
 * others brings only itself.
 */
function programFiles(chromium: string): string[] {
  if (!existsSync(chromium)) return [];
  const folder = dirname(realpathSync(chromium));
  const own = existsSync(join(folder, RESOURCES)) ? [folder] : [];
  return dirname(chromium) === folder && own.length > 0 && basename(chromium) === basename(realpathSync(chromium))
    ? own
    : [...own, chromium];
}
