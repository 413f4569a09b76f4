import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { Needs } from './needs';
import { type AllowedCalls, systemCallFilter } from './system-calls';
import { type Wrapper, wrap } from './wrappers';

const run = promisify(execFile);

/** The outcome of trying a protection: the wrapper that works, or the reason why none does. */
export interface Attempt {
  readonly wrapper?: Wrapper;
  readonly reason?: string;
}

/** The kind of process that is confined. */
export interface ConfinedKind {
  /**
   * Whether it uses the loopback interface of its own network. Without that interface it gets no network of its own.
   */
  readonly loopback: boolean;
  /** The protection of files if a root of its own cannot be made. */
  readonly files: 'read-only-files' | 'read-only-files-but-own-proc';
  readonly filter: { readonly wrapper: 'system-calls' | 'browser-calls'; readonly calls: AllowedCalls };
  /** The paths that it must see in its own root, beyond those that this project's code needs. */
  readonly needs?: Omit<Needs, 'cwd' | 'scratchMb'>;
  /** The program that it starts. The program must run in the root of its own, with the option `--version`. */
  readonly program?: string;
  /** A command that makes the namespaces of the program's own sandbox, and runs another command in them. */
  readonly ownSandbox?: readonly string[];
}

/** The protections that work on this machine for a kind of process. */
export interface Detected {
  readonly wrappers: readonly Wrapper[];
  /** See Confinement. */
  readonly asOtherUser?: readonly Wrapper[];
  readonly attempts: Attempts;
}

export interface Attempts
  extends Readonly<
    Record<'death' | 'limits' | 'namespaces' | 'ownRoot' | 'files' | 'privileges' | 'other' | 'filter', Attempt>
  > {
  readonly namespaced: boolean;
  /** The program's own sandbox. */
  readonly ownSandbox: Attempt;
}

/**
 * Tries each protection. Each try starts a process. As most machines have either all protections or very few, the first
 * try has all of them.
 */
export async function detectFor(kind: ConfinedKind, platform: NodeJS.Platform, root: boolean): Promise<Detected> {
  if (platform === 'linux' && systemCallFilter(kind.filter.calls)) {
    const everything = await tryEverything(kind, root);
    if (everything) return everything;
  }
  return tryOneByOne(kind, platform, root);
}

async function tryEverything(kind: ConfinedKind, root: boolean): Promise<Detected | undefined> {
  const { filter, loopback, ownSandbox = [] } = kind;
  const probe = { ...kind, inside: ownSandbox };
  const namespaces = { wrapper: root ? 'namespaces' : 'user-namespaces' } as const;
  const network: readonly Wrapper[] = [namespaces.wrapper, ...(loopback ? (['loopback'] as const) : [])];
  const around: readonly Wrapper[] = ['pdeathsig', 'rlimits', ...network, 'own-root'];
  const nobody = await firstWorkingWrapper([...around, 'ordinary-user'], [filter.wrapper], probe);
  if (!nobody.wrapper) return undefined;
  const other: Attempt = root ? await firstWorkingWrapper([...around, 'other-user'], [filter.wrapper], probe) : {};
  return {
    wrappers: [...around, 'ordinary-user', filter.wrapper],
    ...(other.wrapper && { asOtherUser: [...around, 'other-user', filter.wrapper] }),
    attempts: {
      death: { wrapper: 'pdeathsig' },
      limits: { wrapper: 'rlimits' },
      namespaces,
      namespaced: true,
      ownRoot: { wrapper: 'own-root' },
      files: { wrapper: 'own-root' },
      privileges: { wrapper: 'ordinary-user' },
      other,
      filter: nobody,
      ownSandbox: nobody,
    },
  };
}

/**
 * The wrappers are tried in their nesting order and inside each other: one that works alone may fail inside another.
 */
async function tryOneByOne(kind: ConfinedKind, platform: NodeJS.Platform, root: boolean): Promise<Detected> {
  const on = (...candidates: readonly Wrapper[]): readonly Wrapper[] => (platform === 'linux' ? candidates : []);
  const death = await firstWorkingWrapper([], on('pdeathsig'));
  const limits = await firstWorkingWrapper(wrappersOf(death), on('rlimits'));
  const outer = wrappersOf(death, limits);
  const { namespaces, network } = await tryNamespaces(kind, outer, platform, root);
  const namespaced = namespaces.wrapper === 'namespaces' || namespaces.wrapper === 'user-namespaces';
  const inside = [...outer, ...network];
  // Outside a mount namespace, these wrappers would change the machine itself.
  const none: Attempt = { reason: namespaces.reason ?? `no mount namespace on ${platform}` };
  const ownRoot: Attempt = namespaced ? await firstWorkingWrapper(inside, ['own-root'], kind) : none;
  const files = ownRoot.wrapper || !namespaced ? ownRoot : await firstWorkingWrapper(inside, [kind.files]);
  const around = [...inside, ...wrappersOf(files)];
  const ownSandbox: Attempt = kind.ownSandbox
    ? await firstWorkingWrapper(around, on('ordinary-user'), { inside: kind.ownSandbox })
    : {};
  const ordinary = ownRoot.wrapper || kind.ownSandbox ? (['ordinary-user'] as const) : [];
  const privileges = ownSandbox.wrapper
    ? ownSandbox
    : await firstWorkingWrapper(around, on(...ordinary, 'no-privileges', 'no-new-privileges'));
  const probe = { ...kind, inside: (ownSandbox.wrapper && kind.ownSandbox) ?? [] };
  // Another user cannot enter private folders, and without a root of its own the code may lie in one.
  const other: Attempt = root && ownRoot.wrapper ? await firstWorkingWrapper(around, ['other-user'], probe) : {};
  const filter = systemCallFilter(kind.filter.calls)
    ? await firstWorkingWrapper([...around, ...wrappersOf(privileges)], on(kind.filter.wrapper), {
        inside: probe.inside,
      })
    : { reason: `no numbers of system calls are known for ${process.arch}` };
  return {
    wrappers: [...around, ...wrappersOf(privileges, filter)],
    ...(other.wrapper && { asOtherUser: [...around, ...wrappersOf(other, filter)] }),
    attempts: { death, limits, namespaces, namespaced, ownRoot, files, privileges, other, filter, ownSandbox },
  };
}

async function tryNamespaces(
  { loopback: wanted }: ConfinedKind,
  outer: readonly Wrapper[],
  platform: NodeJS.Platform,
  root: boolean,
): Promise<{ readonly namespaces: Attempt; readonly network: readonly Wrapper[] }> {
  // macOS can only deny the network as a whole.
  if (platform === 'darwin' && !wanted) {
    const seatbelt = await firstWorkingWrapper(outer, ['seatbelt']);
    return { namespaces: seatbelt, network: wrappersOf(seatbelt) };
  }
  const candidates = [...(root ? (['namespaces'] as const) : []), 'user-namespaces'] as const;
  const namespaces = await firstWorkingWrapper(outer, platform === 'linux' ? candidates : []);
  if (!wanted || !namespaces.wrapper) return { namespaces, network: wrappersOf(namespaces) };
  const loopback = await firstWorkingWrapper([...outer, namespaces.wrapper], ['loopback']);
  return loopback.wrapper
    ? { namespaces, network: [namespaces.wrapper, loopback.wrapper] }
    : { namespaces: loopback, network: [] };
}

const wrappersOf = (...attempts: readonly Attempt[]): Wrapper[] => attempts.flatMap(({ wrapper }) => wrapper ?? []);

/**
 * Reading the file proves that the code can still be loaded. Without CAP_DAC_OVERRIDE, root may not enter another
 * user's home.
 */
const PROBE = `
const [file, program] = process.argv.slice(1);
require("node:fs").readFileSync(file);
if (program)
  try {
    require("node:child_process").execFileSync(program, ["--version"], { stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    require("node:fs").writeSync(2, error.message + "\\n");
    process.exit(1);
  }`;

/** Finds the first candidate that works inside the outer wrappers, or the reason why the last one does not. */
async function firstWorkingWrapper(
  outer: readonly Wrapper[],
  candidates: readonly Wrapper[],
  {
    inside = [],
    program,
    needs,
  }: Pick<ConfinedKind, 'program' | 'needs'> & { readonly inside?: readonly string[] } = {},
): Promise<Attempt> {
  let reason = `nothing is known to do this on ${process.platform}`;
  for (const wrapper of candidates) {
    const probe = [process.execPath, '-e', PROBE, __filename, ...(program ? [program] : [])];
    const [command, ...args] = wrap([...outer, wrapper], [...inside, ...probe], {
      cpuSeconds: 60,
      needs: { ...needs, cwd: '/' },
    });
    try {
      await run(command, args, { timeout: 10_000, cwd: tmpdir(), env: { PATH: process.env['PATH'] ?? '' } });
      return { wrapper };
    } catch (error) {
      reason = reasonOf(error as Error & { stderr?: string });
    }
  }
  return { reason };
}

const reasonOf = (error: Error & { stderr?: string }): string =>
  error.stderr?.trim().split('\n')[0] || (error.message.split('\n')[0] ?? 'unknown');
