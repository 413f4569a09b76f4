import { join } from 'node:path';
import { openPlainFile } from '../open-plain-file';

/** Whose build servers run what a repository says. */
export type BuildServer = 'github' | 'gitlab';

export interface Remote {
  /** The name of the machine, without what leads to the repository there. */
  readonly host: string;
  /** Undefined if the name does not say it. */
  readonly server: BuildServer | undefined;
}

/** Bytes of a configuration of git that are looked at. */
const CONFIGURATION_BYTES = 256 * 1024;

/** The remote `origin` of a clone, else its first one; undefined if there is none. Runs no git. */
export async function remoteOf(directory: string): Promise<Remote | undefined> {
  const handle = await openPlainFile(join(directory, '.git', 'config'));
  if (handle === undefined) return undefined; // no clone, or a worktree, which has no configuration of its own
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CONFIGURATION_BYTES), 0, CONFIGURATION_BYTES, 0);
    const host = hostOf(addressIn(buffer.toString('utf8', 0, bytesRead)) ?? '');
    return host === undefined ? undefined : { host, server: serverOf(host) };
  } finally {
    await handle.close();
  }
}

function addressIn(configuration: string): string | undefined {
  const addresses = new Map<string, string>();
  let remote: string | undefined;
  for (const line of configuration.split('\n')) {
    const section = /^\s*\[([^\]]*)\]/.exec(line);
    if (section) remote = /^remote "([^"]*)"$/.exec(section[1]!)?.[1];
    const address = /^\s*url\s*=\s*(\S+)/.exec(line)?.[1];
    if (remote !== undefined && address !== undefined && !addresses.has(remote)) addresses.set(remote, address);
  }
  return addresses.get('origin') ?? addresses.values().next().value;
}

/** The host of `https://host/…`, `ssh://git@host:22/…` and `git@host:…`. */
function hostOf(address: string): string | undefined {
  const short = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)/.exec(address)?.[1];
  if (short !== undefined) return short.toLowerCase();
  return (URL.canParse(address) && /^[\w.-]+$/.exec(new URL(address).hostname)?.[0].toLowerCase()) || undefined;
}

/** Companies give their own hosts such names, too: `github.example.com`. */
const serverOf = (host: string): BuildServer | undefined =>
  (['github', 'gitlab'] as const).find((name) => host.split('.').some((label) => label.split('-').includes(name)));
