import { type SessionTarget, targetForms, textTarget } from '@assay/scanning';
import { isBinary } from '@assay/source-text';
import { open, realpath, stat } from 'node:fs/promises';
import { CommandFailed } from './exit-status';

/** The target that the command line names: a target, or a file of this machine that holds one. */
export type NamedTarget = SessionTarget | SavedTarget | { readonly kind: 'file'; readonly file: string };

/** A file that holds a target: an archive, an image or a build. */
export interface SavedTarget {
  readonly kind: 'archive';
  readonly file: string;
}

/** For the help, and for the refusal of a target that means nothing. */
export const TARGET_FORMS = `a file, ${targetForms.slice(0, -1).join(', ')} or ${targetForms.at(-1)}`;

/** @throws CommandFailed if it names nothing that is there */
export const namedTarget = async (text: string): Promise<NamedTarget> => textTarget(text) ?? namedPath(text);

async function namedPath(path: string): Promise<NamedTarget> {
  try {
    const found = await stat(path);
    const real = await realpath(path);
    if (found.isDirectory()) return { kind: 'directory', directory: real };
    return { kind: (await isText(real)) ? 'file' : 'archive', file: real };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = missing ? `there is no such directory or file. A target is ${TARGET_FORMS}` : String(error);
    throw new CommandFailed(`${path} cannot be read: ${reason}`);
  }
}

/** As much as tells text from the archives, images and builds that are known, all of which begin with a signature. */
const BEGINNING = 4_096;
/** The first bytes of a small zip or gzip, which may hold no zero byte. */
const PACKED = [Buffer.from('PK'), Buffer.from([0x1f, 0x8b])];

async function isText(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    const beginning = buffer.subarray(0, bytesRead);
    return !isBinary(beginning) && !PACKED.some((signature) => beginning.indexOf(signature) === 0);
  } finally {
    await handle.close();
  }
}
