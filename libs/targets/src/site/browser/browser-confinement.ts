import {
  type Attempts,
  type ConfinedKind,
  type Confinement,
  type Protection,
  detectFor,
  protection,
} from '@assay/sandbox';
import { browserNeeds } from './browser-needs';

/** The protections that confine a browser on this machine. */
export interface BrowserConfinement extends Confinement {
  /** Whether Chromium's own sandbox for renderers works. If not, Chromium is started with `--no-sandbox`. */
  readonly sandbox: boolean;
}

const detected = new Map<string | undefined, Promise<BrowserConfinement>>();

/**
 * Tries each protection once per process and browser. Later calls get the same answer. `assay doctor` shows the
 * `protections`.
 * @param chromium the program that is to run in it; undefined if none is tried
 */
export function detectBrowserConfinement(chromium?: string): Promise<BrowserConfinement> {
  const found = detected.get(chromium) ?? detect(chromium, process.platform, process.getuid?.() === 0);
  detected.set(chromium, found);
  return found;
}

/**
 * Browsers are confined like engines, with three differences. The loopback interface of the network namespace is up,
 * because Chromium talks to its proxy over TCP. It may make namespaces, which its own sandbox uses: if they can be made
 * where the browser runs, that sandbox works. And it never runs as root, because Chromium gives root no sandbox.
 */
const kindOf = (chromium: string | undefined): ConfinedKind => ({
  loopback: true,
  files: 'read-only-files-but-own-proc',
  filter: { wrapper: 'browser-calls', calls: 'browser' },
  ownSandbox: ['unshare', '--user', '--pid', '--net', '--fork', '--'],
  needs: browserNeeds(chromium),
  ...(chromium !== undefined && { program: chromium }),
});

async function detect(
  chromium: string | undefined,
  platform: NodeJS.Platform,
  root: boolean,
): Promise<BrowserConfinement> {
  const { attempts, ...found } = await detectFor(kindOf(chromium), platform, root);
  const sandbox = platform === 'linux' ? attempts.ownSandbox.wrapper !== undefined : !root;
  return { ...found, sandbox, protections: describe(attempts, sandbox) };
}

function describe(attempts: Attempts, sandbox: boolean): readonly Protection[] {
  const { death, limits, namespaces, ownRoot, files, privileges, other, filter, ownSandbox } = attempts;
  const user = other.wrapper ? ', a user of its own' : '';
  return [
    protection(
      'network',
      namespaces,
      'a network namespace whose only way out is the guarding proxy',
      'the browser is told to use the guarding proxy for everything; a browser that was taken over need not obey',
    ),
    protection(
      'process-tree',
      namespaces,
      'namespaces of its own for processes and shared memory, which end as a whole',
      'the processes of the browser are looked up and ended',
    ),
    protection(
      'files',
      files,
      'all read-only but a scratch folder, and no devices',
      'the browser can write what this process can',
    ),
    protection(
      'own-root',
      ownRoot,
      'a root of its own: Chromium, libraries, fonts, certificates, Node.js and a scratch folder in memory',
      'the browser can read what this process can, keys and targets among it, and reach its Unix sockets',
    ),
    {
      name: 'privileges',
      active: privileges.wrapper !== undefined,
      how: sandbox ? `no capabilities${user}, and Chromium's own sandbox` : "without Chromium's own sandbox",
      ...(!sandbox && { reason: ownSandbox.reason ?? privileges.reason ?? 'root gets none' }),
    },
    protection(
      'system-calls',
      filter,
      "a filter (seccomp) denies what engines are denied, but for the namespaces of Chromium's own sandbox",
      'every system call of the kernel can be made',
    ),
    protection(
      'parent-death',
      death,
      'ended by the kernel when this process dies (PR_SET_PDEATHSIG)',
      'the browser notices that this process is gone when it next yields',
    ),
    protection(
      'cpu-time',
      limits,
      'RLIMIT_CPU derived from the timeout, no core dumps',
      'only the timeout bounds the browser',
    ),
  ];
}
