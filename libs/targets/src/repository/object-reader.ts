import { TargetUnreadable } from '../staging/errors';

/** An object as `git cat-file --batch` writes it. */
interface GitObject {
  readonly id: string;
  readonly type: string;
  /** The size of the whole object, in bytes. */
  readonly size: number;
  /** The start of the content, as many bytes as `bytesToKeep` allows. */
  readonly content: Buffer;
}

interface Reading {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  readonly kept: Buffer[];
  /** The number of bytes still to keep. */
  room: number;
  /** The number of bytes still to receive, including the line feed after the object. */
  left: number;
}

const MAX_HEADER = 4_096;

/**
 * Reads the streamed output of `git cat-file --batch`. It holds only the bytes to keep, even if an object has
 * gigabytes. It ignores objects that do not exist.
 */
export function objectReader(
  bytesToKeep: number | ((object: Omit<GitObject, 'content'>) => number),
  onObject: (object: GitObject) => void | Promise<void>,
): (chunk: Buffer) => Promise<void> {
  let header: Buffer = Buffer.alloc(0);
  let reading: Reading | undefined;
  return async (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (reading) {
        const part = rest.subarray(0, reading.left);
        keepPart(reading, part);
        rest = rest.subarray(part.length);
        if ((reading.left -= part.length) > 0) continue;
        const { id, type, size, kept } = reading;
        reading = undefined;
        await onObject({ id, type, size, content: Buffer.concat(kept) });
        continue;
      }
      const end = rest.indexOf(0x0a);
      header = Buffer.concat([header, end < 0 ? rest : rest.subarray(0, end)]);
      if (header.length > MAX_HEADER)
        throw new TargetUnreadable('the repository', 'git lists its objects in a way that is not understood');
      if (end < 0) return;
      rest = rest.subarray(end + 1);
      reading = begin(header.toString('latin1'), bytesToKeep);
      header = Buffer.alloc(0);
    }
  };
}

function begin(header: string, bytesToKeep: Parameters<typeof objectReader>[0]): Reading | undefined {
  const [, id, type, size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(header) ?? [];
  if (id === undefined || type === undefined) return undefined;
  const object = { id, type, size: Number(size) };
  return {
    ...object,
    kept: [],
    room: Math.min(object.size, typeof bytesToKeep === 'number' ? bytesToKeep : bytesToKeep(object)),
    left: object.size + 1,
  };
}

function keepPart(reading: Reading, part: Buffer): void {
  if (reading.room === 0) return;
  const wanted = part.subarray(0, reading.room);
  reading.kept.push(Buffer.from(wanted));
  reading.room -= wanted.length;
}
