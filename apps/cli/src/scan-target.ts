import type { SessionTarget } from '@assay/scanning';
import { realpath, stat } from 'node:fs/promises';
import { CommandFailed } from './exit-status';

/** What the command line names: a target, or a file of this machine that holds one. */
export type NamedTarget = SessionTarget | { readonly kind: 'archive'; readonly file: string };

/** How targets are written, for the help and for whoever wrote one that means nothing. */
export const TARGET_FORMS =
  'a directory, an archive (zip, tar, tar.gz, a saved image), a mobile build (apk, ipa), hosta:owner/repo#branch, hostb:group/repo#branch, image:name:tag, pkg:npm/name@version or https://host/path';

/** @throws CommandFailed where it names nothing that is there */
export async function namedTarget(text: string): Promise<NamedTarget> {
  const repository = /^(hosta|hostb):([^#]+)(?:#(.+))?$/.exec(text);
  if (repository)
    return { kind: repository[1] as 'hosta' | 'hostb', repoUrl: repository[2]!, branch: repository[3] ?? 'main' };
  const image = /^(?:image:|docker:\/\/)(.+)$/s.exec(text)?.[1];
  if (image !== undefined) return { kind: 'container', image };
  if (text.startsWith('pkg:')) return { kind: 'pkgreg', package: text };
  if (/^https?:\/\//i.test(text)) return { kind: 'url', url: text };
  return namedPath(text);
}

async function namedPath(path: string): Promise<NamedTarget> {
  try {
    const found = await stat(path);
    const real = await realpath(path);
    return found.isDirectory() ? { kind: 'directory', directory: real } : { kind: 'archive', file: real };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new CommandFailed(
      `${path} cannot be read: ${missing ? `there is no such directory or file. A target is ${TARGET_FORMS}` : String(error)}`,
    );
  }
}
