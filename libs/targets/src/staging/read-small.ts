import { type OpenFolder, close, fstat, openFile, readWhole } from './open-entry';
import { reasonNotRead } from './reason-not-read';

/** Reads a file with rules of the target; undefined if it cannot be read. */
export async function readSmall(
  folder: OpenFolder,
  name: string,
  limit: number,
): Promise<Buffer | 'too large' | undefined> {
  try {
    const fd = await openFile(folder, Buffer.from(name));
    try {
      const stats = await fstat(fd);
      if (!stats.isFile()) return undefined;
      return stats.size > limit ? 'too large' : await readWhole(fd, stats.size);
    } finally {
      await close(fd);
    }
  } catch (error) {
    // Nothing is left out for it. It is itself reported as unreadable.
    reasonNotRead(error);
    return undefined;
  }
}
