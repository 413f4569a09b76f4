import type { Readable } from 'node:stream';

/** A line is longer than the stream allows. */
export class OverlongLine extends Error {
  constructor(readonly limit: number) {
    super(`a line of more than ${limit} bytes`);
    this.name = 'OverlongLine';
  }
}

/**
 * Reads the lines of a stream. The last line may lack its line feed. The stream is read only as fast as the lines are
 * consumed, and at most `limit` bytes are held. (`readline` holds everything that arrives.)
 * @throws OverlongLine
 */
export async function* readLines(stream: Readable, limit: number): AsyncGenerator<string, void, void> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      if (size + end - start > limit) throw new OverlongLine(limit);
      yield Buffer.concat([...held, chunk.subarray(start, end)]).toString('utf8');
      held = [];
      size = 0;
      start = end + 1;
    }
    held.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > limit) throw new OverlongLine(limit);
  }
  if (size > 0) yield Buffer.concat(held).toString('utf8');
}
