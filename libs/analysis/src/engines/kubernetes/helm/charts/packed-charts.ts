import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import {
  type ArchiveBudget,
  ArchiveRefused,
  countBytes,
  gunzip,
  openBudget,
  readEntryPath,
  readTar,
} from '@assay/archives';
import { HOLE } from '../../../infrastructure/value';
import { Unreadable, decodeText } from '../../../kit/per-file';

/** The texts of each packed chart, by the staged path of the archive and the path in the chart. */
export type PackedCharts = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface ReadPackedCharts {
  readonly charts: PackedCharts;
  /** Why an archive was not read, by its staged path. */
  readonly refused: ReadonlyMap<string, string>;
}

const MEGABYTE = 1024 * 1024;
/** The limits of unpacking one packed chart. The largest public ones have some 2,000 files in 10 MB. */
const LIMITS = { bytes: 32 * MEGABYTE, entries: 5_000, ratio: 100, depth: 32, nameBytes: 255, pathBytes: 1_000 };
const LARGEST_FILE = MEGABYTE;
/** The limits of all packed charts of a target together, packed and unpacked. */
const MOST_PACKED = 64 * MEGABYTE;
const MOST_BYTES = 128 * MEGABYTE;
const MOST_ARCHIVES = 500;
/** Packed charts in packed charts. */
const DEEPEST = 4;

/**
 * Reads the charts that lie packed in folders of charts, into memory alone. Files that are no text are passed over. An
 * archive that leads out of itself, or that unpacks to more than a chart has, is refused as a whole; its links lead
 * nowhere.
 * @param archives staged paths
 */
export async function readPackedCharts(root: string, archives: readonly string[]): Promise<ReadPackedCharts> {
  const charts = new Map<string, ReadonlyMap<string, string>>();
  const refused = new Map<string, string>();
  const left = { packed: MOST_PACKED, bytes: MOST_BYTES, archives: MOST_ARCHIVES };

  for (const archive of archives) {
    try {
      const { size } = statSync(join(root, archive));
      if (left.packed < size) throw new Unreadable('the packed charts of the target are too large together');
      left.packed -= size;
      await readChart(archive, readFileSync(join(root, archive)), 0);
    } catch (error) {
      refused.set(archive, reasonOf(error));
    }
  }
  return { charts, refused };

  async function readChart(path: string, packed: Buffer, depth: number): Promise<void> {
    if ((left.archives -= 1) < 0) throw new Unreadable('there are more packed charts than are read');
    const budget = openBudget({ ...LIMITS, bytes: Math.min(LIMITS.bytes, left.bytes) }, packed.length);
    const { texts, inner } = await filesIn(packed, budget);
    left.bytes -= budget.taken.bytes;
    charts.set(path, texts);
    for (const [name, content] of inner) {
      const below = `${path}/${name}`;
      try {
        if (depth >= DEEPEST) throw new Unreadable('charts are packed too deeply in each other');
        await readChart(below, content, depth + 1);
      } catch (error) {
        refused.set(below, reasonOf(error));
      }
    }
  }
}

/**
 * The reason why an archive is not read.
 * @throws the error, if no archive causes it
 */
function reasonOf(error: unknown): string {
  if (error instanceof ArchiveRefused || error instanceof Unreadable) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return `it cannot be read: ${code}`;
}

/** The files of a packed chart without the folder that all of them lie in. */
async function filesIn(packed: Buffer, budget: ArchiveBudget) {
  const texts = new Map<string, string>();
  const inner = new Map<string, Buffer>();
  for await (const entry of readTar(countBytes(gunzip(once(packed)), budget), { endMark: 'optional' })) {
    budget.takeEntry();
    const path = readEntryPath(entry.name, budget.limits);
    if (entry.kind !== 'file' || 'unsafe' in path || entry.size > LARGEST_FILE * 5) continue;
    const name = path.segments.slice(1).join('/');
    if (name === '') continue;
    // A reader that takes the first would see another chart than one that takes the last.
    if (texts.has(name) || inner.has(name)) throw new ArchiveRefused('DUPLICATE_ENTRY', { entry: name });
    const content = await bytesOf(entry.content());
    if (isPacked(name)) inner.set(name, content);
    else if (content.length <= LARGEST_FILE) keepText(texts, name, content);
  }
  return { texts, inner };
}

/** Whether a file lies packed where Helm looks for the parts of a chart. */
export const isPacked = (path: string): boolean =>
  posix.basename(posix.dirname(path)) === 'charts' && /^[^._].*\.tgz$/.test(posix.basename(path));

function keepText(texts: Map<string, string>, name: string, content: Buffer): void {
  try {
    texts.set(name, decodeText(content).replaceAll(HOLE, ' '));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function bytesOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
