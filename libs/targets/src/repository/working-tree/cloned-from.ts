import type { OpenFolder } from '../../staging/open-entry';
import { readSmall, withFolder } from './git-folder';

/** A configuration with many branches takes some kilobytes. */
const MAX_CONFIGURATION_BYTES = 1024 * 1024;

/** `https://host/owner/name.git`, `ssh://git@host:22/group/part/name` or `git@host:owner/name`. */
const ADDRESS =
  /^(?:[a-z+]{2,10}:\/\/[^/\s]{1,300}\/|[\w.-]{1,100}@[\w.-]{1,200}:)((?:[\w.-]{1,100}\/){1,10}[\w.-]{1,100})$/;

/**
 * The repository that a hostile working tree says it was cloned from: `owner/name`, or with more groups before the
 * name. Undefined if it says none, or is no working tree.
 */
export async function clonedFrom(root: OpenFolder): Promise<string | undefined> {
  const configuration = await withFolder(root, '.git', (git) => readSmall(git, 'config', MAX_CONFIGURATION_BYTES));
  const address = addressOfOrigin(configuration?.toString('utf8') ?? '');
  return ADDRESS.exec(address ?? '')?.[1]?.replace(/\.git$/, '');
}

/** Git fetches from the first address, and pushes to all of them. */
function addressOfOrigin(configuration: string): string | undefined {
  let isOrigin = false;
  for (const line of configuration.split('\n')) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) isOrigin = section.trim() === 'remote "origin"';
    const address = isOrigin ? /^\s*url\s*=\s*(\S+)\s*$/i.exec(line)?.[1] : undefined;
    if (address !== undefined) return address;
  }
  return undefined;
}
