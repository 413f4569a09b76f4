import { type SessionTarget, targetForms, textTarget } from '@assay/scanning';
import { realpath, stat } from 'node:fs/promises';
import { CommandFailed } from './exit-status';

/** What the command line names: a target, or a file of this machine that holds one. */
export type NamedTarget = SessionTarget | { readonly kind: 'archive'; readonly file: string };

/** For the help, and for whoever wrote a target that means nothing. */
export const TARGET_FORMS = `${targetForms.slice(0, -1).join(', ')} or ${targetForms.at(-1)}`;

/** @throws CommandFailed where it names nothing that is there */
export const namedTarget = async (text: string): Promise<NamedTarget> => textTarget(text) ?? namedPath(text);

async function namedPath(path: string): Promise<NamedTarget> {
  try {
    const found = await stat(path);
    const real = await realpath(path);
    return found.isDirectory() ? { kind: 'directory', directory: real } : { kind: 'archive', file: real };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = missing ? `there is no such directory or file. A target is ${TARGET_FORMS}` : String(error);
    throw new CommandFailed(`${path} cannot be read: ${reason}`);
  }
}
