import { type Dirent, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { HOLE } from '../../../infrastructure/value';
import { Unreadable, decodeText } from '../../../kit/per-file';

const MOST_FILES = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;
const LARGEST_FILE = 1024 * 1024;

/** Reads files of a staged copy by their paths below its root. What is read in all is bounded. */
export class Folder {
  private bytes = 0;
  private listed = 0;

  constructor(private readonly root: string) {}

  /** Undefined if there is no such file, or it is no text or too large. */
  text(path: string): string | undefined {
    if (!isBelow(path)) return undefined;
    try {
      const { size } = statSync(join(this.root, path));
      this.bytes += size;
      if (size > LARGEST_FILE || this.bytes > MOST_BYTES) return undefined;
      return decodeText(readFileSync(join(this.root, path))).replaceAll(HOLE, ' ');
    } catch (error) {
      if (error instanceof Unreadable || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
      throw error;
    }
  }

  /** The names of what is in a folder, in order; nothing if there is no such folder. */
  entries(path: string): readonly Dirent[] {
    if (!isBelow(path) || this.listed > MOST_FILES) return [];
    try {
      const found = readdirSync(join(this.root, path), { withFileTypes: true });
      this.listed += found.length;
      return found.sort((one, other) => (one.name < other.name ? -1 : 1));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== undefined) return [];
      throw error;
    }
  }

  /** All files below a folder, as paths from it. */
  filesBelow(path: string, depth = 0): string[] {
    if (depth > 20) return [];
    return this.entries(path).flatMap((entry) =>
      entry.isDirectory()
        ? this.filesBelow(posix.join(path, entry.name), depth + 1).map((file) => `${entry.name}/${file}`)
        : entry.isFile()
          ? [entry.name]
          : [],
    );
  }
}

const isBelow = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..');
