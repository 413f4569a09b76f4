import { readToEnd } from './read-to-end';

describe('bytes that are read to their end', () => {
  it('show a failure although the reader had left when it came', async () => {
    let fail = (_: Error) => undefined as void;
    const failing = new Promise<never>((_, reject) => (fail = reject));
    const { pieces, finish } = readToEnd(
      (async function* () {
        yield Buffer.from('a');
        await failing;
      })(),
    );
    const reader = pieces[Symbol.asyncIterator]();
    await reader.next();
    const unseen = reader.next().catch(() => 'nobody looks at it');
    fail(new Error('not what its digest says'));
    await unseen;
    await expect(finish()).rejects.toThrow('not what its digest says');
  });

  it('are read on from where the reader left', async () => {
    const read: string[] = [];
    const { pieces, finish } = readToEnd(
      (async function* () {
        for (const piece of ['a', 'b', 'c']) {
          read.push(piece);
          yield Buffer.from(piece);
        }
      })(),
    );
    for await (const _ of pieces) break;
    expect(read).toEqual(['a']);
    await finish();
    expect(read).toEqual(['a', 'b', 'c']);
  });

  it('let go of their source when they are closed early', async () => {
    let closed = false;
    const { pieces, close } = readToEnd(
      (async function* () {
        try {
          yield Buffer.from('a');
        } finally {
          closed = true;
        }
      })(),
    );
    for await (const _ of pieces) break;
    await close();
    expect(closed).toBe(true);
  });
});
