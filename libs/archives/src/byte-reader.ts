import { ArchiveRefused } from './archive-refused';

/** Reads a given number of bytes from a stream whose pieces have any size. */
export interface ByteReader {
  /**
   * Returns exactly `length` bytes, or undefined when the stream has already ended.
   * @throws ArchiveRefused TRUNCATED when the stream ends in between
   */
  exactly(length: number): Promise<Buffer | undefined>;
  /** Returns the bytes that are available, between one and `most`; undefined at the end. */
  atMost(most: number): Promise<Buffer | undefined>;
}

export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const pieces = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const atMost = async (most: number): Promise<Buffer | undefined> => {
    while (rest.length === 0) {
      const next = await pieces.next();
      if (next.done) return undefined;
      rest = next.value;
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.length);
    return taken;
  };
  return {
    atMost,
    async exactly(length) {
      const first = length === 0 ? Buffer.alloc(0) : await atMost(length);
      if (first === undefined || first.length === length) return first;
      const parts = [first];
      for (let missing = length - first.length; missing > 0; ) {
        const part = await atMost(missing);
        if (part === undefined) throw new ArchiveRefused('TRUNCATED');
        parts.push(part);
        missing -= part.length;
      }
      return Buffer.concat(parts);
    },
  };
}
