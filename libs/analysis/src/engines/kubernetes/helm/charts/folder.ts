import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { HOLE } from '../../../infrastructure/value';
import { Unreadable, decodeText } from '../../../kit/per-file';
import type { IgnoreRules } from './ignore-rules';
import type { PackedCharts } from './packed-charts';

const MOST_FILES = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;
const LARGEST_FILE = 1024 * 1024;

export interface FolderEntry {
  readonly name: string;
  /** Whether it is a folder, or a packed chart. */
  readonly isFolder: boolean;
}

/** Files as charts see them, by their paths below the target's root. A packed chart is a folder. */
export interface ChartSource {
  /** Undefined if there is no such file, or it is no text or too large. */
  text(path: string): string | undefined;
  /** The entries of a folder, in order; empty if there is no such folder. */
  entries(path: string): readonly FolderEntry[];
  /** The packed chart of the target that a path lies in, in others or not. */
  packedAbove(path: string): string | undefined;
}

/** Reads files of a staged copy, and of the charts that are packed in it. The sum of their sizes is bounded. */
export class Folder implements ChartSource {
  private bytes = 0;
  private listed = 0;

  constructor(
    private readonly root: string,
    private readonly packed: PackedCharts = new Map(),
  ) {}

  text(path: string): string | undefined {
    if (!isBelow(path)) return undefined;
    const archive = this.archivesAbove(path).at(-1);
    if (archive !== undefined) return this.packed.get(archive)!.get(path.slice(archive.length + 1));
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

  entries(path: string): readonly FolderEntry[] {
    if (!isBelow(path) || this.listed > MOST_FILES) return [];
    const archive = this.packed.has(path) ? path : this.archivesAbove(path).at(-1);
    const found = archive === undefined ? this.onDisk(path) : this.inArchive(archive, path);
    this.listed += found.length;
    return found.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  packedAbove(path: string): string | undefined {
    return this.archivesAbove(path)[0];
  }

  /** The packed charts that a path lies in, the outermost first. */
  private archivesAbove(path: string): string[] {
    if (this.packed.size === 0) return [];
    const parts = path.split('/');
    return parts
      .slice(1)
      .map((_, index) => parts.slice(0, index + 1).join('/'))
      .filter((above) => this.packed.has(above));
  }

  private onDisk(path: string): FolderEntry[] {
    try {
      return readdirSync(join(this.root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() || entry.isFile())
        .map((entry) => ({
          name: entry.name,
          isFolder: entry.isDirectory() || this.packed.has(posix.join(path, entry.name)),
        }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== undefined) return [];
      throw error;
    }
  }

  private inArchive(archive: string, path: string): FolderEntry[] {
    const above = path === archive ? '' : `${path.slice(archive.length + 1)}/`;
    const found = new Map<string, boolean>();
    for (const file of this.packed.get(archive)!.keys()) {
      if (!file.startsWith(above)) continue;
      const [name = '', ...below] = file.slice(above.length).split('/');
      found.set(name, found.get(name) === true || below.length > 0);
    }
    const inner = [...this.packed.keys()].filter((other) => posix.dirname(other) === path);
    for (const other of inner) found.set(posix.basename(other), true);
    return [...found].map(([name, isFolder]) => ({ name, isFolder }));
  }
}

/** A chart's folder without what its rules leave out. Chart.yaml is always seen: without it nothing would be judged. */
export class WithoutIgnored implements ChartSource {
  constructor(
    private readonly whole: ChartSource,
    private readonly folder: string,
    private readonly rules: IgnoreRules,
  ) {}

  text(path: string): string | undefined {
    return this.leavesOut(path, false) ? undefined : this.whole.text(path);
  }

  entries(path: string): readonly FolderEntry[] {
    return this.whole
      .entries(path)
      .filter(({ name, isFolder }) => !this.leavesOut(posix.join(path, name), isFolder && !name.endsWith('.tgz')));
  }

  packedAbove(path: string): string | undefined {
    return this.whole.packedAbove(path);
  }

  leavesOut(path: string, isFolder: boolean): boolean {
    const own = posix.relative(this.folder, path);
    if (own === '' || own === 'Chart.yaml' || own.startsWith('..')) return false;
    return this.rules.leavesOut(own, isFolder);
  }
}

/** All files below a folder, as paths from it. */
export function filesBelow(source: ChartSource, path: string, depth = 0): string[] {
  if (depth > 20) return [];
  return source
    .entries(path)
    .flatMap(({ name, isFolder }) =>
      isFolder ? filesBelow(source, posix.join(path, name), depth + 1).map((file) => `${name}/${file}`) : [name],
    );
}

const isBelow = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..');
