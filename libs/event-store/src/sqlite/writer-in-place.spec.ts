import { upTo } from '../../test/events';
import { temporaryFile } from '../../test/temporary-file';
import { appendOf, countOf, newFile } from '../../test/write-requests';
import { EventStoreCorrupt, EventStoreUnavailable } from '../errors';
import { writeInPlace } from './writer-in-place';

describe('writing on the thread of the callers', () => {
  it('takes appends that wait together into one transaction', async () => {
    let commits = 0;
    const writer = writeInPlace({ file: newFile(), onCommit: () => (commits += 1) });
    const answers = await Promise.all(upTo(100).map((n) => writer.submit(appendOf(`s-${n % 7}`))));
    expect(answers.map(({ kind }) => kind)).toEqual(upTo(100).map(() => 'appended'));
    expect(commits).toBe(1);
    await writer.close();
  });

  it('lets the event loop go on between two appends', async () => {
    const writer = writeInPlace({ file: newFile(), onCommit: () => undefined });
    let rounds = 0;
    const round = setInterval(() => (rounds += 1), 0);
    for (let n = 0; n < 20_000 && rounds === 0; n += 1) await writer.submit(appendOf('s'));
    clearInterval(round);
    await writer.close();
    expect(rounds).toBeGreaterThan(0);
  });

  it('writes what waits when it is closed, and refuses what comes later', async () => {
    const file = newFile();
    const writer = writeInPlace({ file, onCommit: () => undefined });
    const waiting = writer.submit(appendOf('s'));
    await writer.close();
    await expect(waiting).resolves.toMatchObject({ kind: 'appended' });
    await expect(writer.submit(appendOf('s'))).rejects.toThrow(EventStoreUnavailable);
    await writer.close();
    expect(countOf(file)).toBe(1);
  });

  it('says what is wrong with a file that it cannot open', () => {
    const writing = () => writeInPlace({ file: temporaryFile(), onCommit: () => undefined });
    expect(writing).toThrow(EventStoreUnavailable);
    expect(writing).not.toThrow(EventStoreCorrupt);
  });

  it('refuses what cannot be written, and goes on', async () => {
    const writer = writeInPlace({ file: newFile(), onCommit: () => undefined });
    const unknown = Object.assign(appendOf('s'), { events: undefined });
    await expect(writer.submit(unknown)).rejects.toThrow(TypeError);
    await expect(writer.submit(appendOf('s'))).resolves.toMatchObject({ kind: 'appended' });
    await writer.close();
  });
});
