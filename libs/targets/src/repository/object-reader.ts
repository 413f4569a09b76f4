import { TargetUnreadable } from '../staging/errors';

/** An object as `git cat-file --batch` writes it. */
export interface GitObject {
  readonly id: string;
  readonly type: string;
  /** Bytes of the whole. */
  readonly size: number;
  /** As much of it as was to be kept. */
  readonly content: Buffer;
}

interface Reading {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  readonly kept: Buffer[];
  /** Bytes that are still to be kept. */
  room: number;
  /** Bytes that are still to come, with the line feed after the object. */
  left: number;
}

const LONGEST_HEADER = 4_096;

/**
 * Reads `git cat-file --batch` as it streams; of an object of gigabytes it holds as many bytes as are
 * to be kept. Objects that are not there are passed over.
 */
export function objectReader(
  keep: number | ((object: Omit<GitObject, 'content'>) => number),
  take: (object: GitObject) => void | Promise<void>,
): (chunk: Buffer) => Promise<void> {
  let header: Buffer = Buffer.alloc(0);
  let reading: Reading | undefined;
  return async (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (reading) {
        const part = rest.subarray(0, reading.left);
        hold(reading, part);
        rest = rest.subarray(part.length);
        if ((reading.left -= part.length) > 0) continue;
        const { id, type, size, kept } = reading;
        reading = undefined;
        await take({ id, type, size, content: Buffer.concat(kept) });
        continue;
      }
      const end = rest.indexOf(0x0a);
      header = Buffer.concat([header, end < 0 ? rest : rest.subarray(0, end)]);
      if (header.length > LONGEST_HEADER)
        throw new TargetUnreadable('the repository', 'git lists its objects in a way that is not understood');
      if (end < 0) return;
      rest = rest.subarray(end + 1);
      reading = begin(header.toString('latin1'), keep);
      header = Buffer.alloc(0);
    }
  };
}

function begin(header: string, keep: Parameters<typeof objectReader>[0]): Reading | undefined {
  const [, id, type, size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(header) ?? [];
  if (id === undefined || type === undefined) return undefined;
  const object = { id, type, size: Number(size) };
  return {
    ...object,
    kept: [],
    room: Math.min(object.size, typeof keep === 'number' ? keep : keep(object)),
    left: object.size + 1,
  };
}

function hold(reading: Reading, part: Buffer): void {
  if (reading.room === 0) return;
  const wanted = part.subarray(0, reading.room);
  reading.kept.push(Buffer.from(wanted));
  reading.room -= wanted.length;
}
