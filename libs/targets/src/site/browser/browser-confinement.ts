import {
  type Confinement,
  type Protection,
  type Wrapper,
  firstWorkingWrapper,
  protection,
  wrappersOf,
} from '@assay/sandbox';

/** The protections that confine a browser on this machine. */
export interface BrowserConfinement extends Confinement {
  /** Whether Chromium's own sandbox for renderers works. If not, Chromium is started with `--no-sandbox`. */
  readonly sandbox: boolean;
}

let detected: Promise<BrowserConfinement> | undefined;

/** Tries each protection once per process. Later calls get the same answer. `assay doctor` shows the `protections`. */
export function detectBrowserConfinement(): Promise<BrowserConfinement> {
  detected ??= detect(process.platform, process.getuid?.() === 0);
  return detected;
}

/** Chromium's sandbox uses these namespaces. If they can be created where the browser runs, the sandbox works. */
const NESTED_NAMESPACES = ['unshare', '--user', '--pid', '--net', '--fork', '--'];

/**
 * Browsers are confined like engines, with two differences. The loopback interface of the network namespace is up,
 * because Chromium talks to its proxy over TCP. The browser does not run as root, because Chromium gives root no
 * sandbox.
 */
async function detect(platform: NodeJS.Platform, root: boolean): Promise<BrowserConfinement> {
  const linux = platform === 'linux';
  const on = (candidates: readonly Wrapper[]): readonly Wrapper[] => (linux ? candidates : []);
  const death = await firstWorkingWrapper([], on(['pdeathsig']));
  const limits = await firstWorkingWrapper(wrappersOf(death), on(['rlimits']));
  const outside = wrappersOf(death, limits);
  const namespaces = await firstWorkingWrapper(
    outside,
    on(root ? ['namespaces', 'user-namespaces'] : ['user-namespaces']),
  );
  const loopback = namespaces.wrapper
    ? await firstWorkingWrapper([...outside, ...wrappersOf(namespaces)], ['loopback'])
    : namespaces;
  // Without a loopback interface the browser cannot reach the proxy, so the namespace would be useless.
  const network = loopback.wrapper ? wrappersOf(namespaces, loopback) : [];
  const files = loopback.wrapper
    ? await firstWorkingWrapper([...outside, ...network], ['read-only-files-but-own-proc'])
    : { reason: 'no mount namespace' };
  const around = [...outside, ...network, ...wrappersOf(files)];
  const sandboxed = await firstWorkingWrapper(around, on(['ordinary-user']), NESTED_NAMESPACES);
  const user = sandboxed.wrapper
    ? sandboxed
    : await firstWorkingWrapper(around, on(['ordinary-user', 'no-privileges']));
  const sandbox = linux ? sandboxed.wrapper !== undefined : !root;
  return {
    sandbox,
    wrappers: [...around, ...wrappersOf(user)],
    protections: describe({ loopback, files, user, death, limits, sandbox, reason: sandboxed.reason }),
  };
}

interface Attempts
  extends Readonly<
    Record<'loopback' | 'files' | 'user' | 'death' | 'limits', { readonly wrapper?: Wrapper; readonly reason?: string }>
  > {
  readonly sandbox: boolean;
  readonly reason: string | undefined;
}

function describe({ loopback, files, user, death, limits, sandbox, reason }: Attempts): readonly Protection[] {
  return [
    protection(
      'network',
      loopback,
      'a network namespace whose only way out is the guarding proxy',
      'the browser is told to use the guarding proxy for everything; a browser that was taken over need not obey',
    ),
    protection(
      'process-tree',
      loopback,
      'a process namespace that ends as a whole',
      'the processes of the browser are looked up and ended',
    ),
    protection(
      'files',
      files,
      'all read-only but a scratch folder, and no devices',
      'the browser can write what this process can',
    ),
    {
      name: 'privileges',
      active: user.wrapper !== undefined,
      how: sandbox ? "no capabilities, and Chromium's own sandbox" : "without Chromium's own sandbox",
      ...(sandbox ? {} : { reason: reason ?? user.reason ?? 'root gets none' }),
    },
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
