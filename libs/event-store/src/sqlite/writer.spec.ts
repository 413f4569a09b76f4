import { temporaryFile } from '../../test/temporary-file';
import { upTo } from '../../test/events';
import { appendOf, countOf, newFile } from '../../test/write-requests';
import { EventStoreUnavailable } from '../errors';
import { openForWriting } from './database-file';
import { openLogWriter } from './log-writer';
import { fromCode } from './sqlite-error';
import { type WriteRequest, packAnswers, packRequest, unpackAnswers, unpackRequest } from './write-protocol';
import { startWriter } from './writer';

describe('the writing thread', () => {
  it('takes appends that wait together into one transaction', async () => {
    let commits = 0;
    const writer = await startWriter({ file: newFile(), onCommit: () => (commits += 1) });
    const answers = await Promise.all(upTo(100).map((n) => writer.submit(appendOf(`s-${n % 7}`))));
    expect(answers.map(({ kind }) => kind)).toEqual(upTo(100).map(() => 'appended'));
    expect(commits).toBe(1);
    await writer.close();
  });

  it('rejects what waits when it ends, and starts again for what comes next', async () => {
    const file = newFile();
    const writer = await startWriter({ file, onCommit: () => undefined });
    await writer.submit(appendOf('s'));
    const waiting = Promise.allSettled(upTo(50).map(() => writer.submit(appendOf('s', 900_000))));
    await writer.kill();
    const rejected = (await waiting).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(rejected).not.toEqual([]);
    expect(rejected).toEqual(rejected.map(() => expect.any(EventStoreUnavailable)));
    await expect(writer.submit(appendOf('s'))).resolves.toMatchObject({ kind: 'appended' });
    await writer.close();
  });

  it('rejects what is posted between its end and the news of it', async () => {
    const writer = await startWriter({ file: newFile(), onCommit: () => undefined });
    const killed = writer.kill();
    await expect(writer.submit(appendOf('s'))).rejects.toThrow(EventStoreUnavailable);
    await killed;
    await writer.close();
    await expect(writer.submit(appendOf('s'))).rejects.toThrow(/is closed/);
  });

  it('says why it cannot begin', async () => {
    await expect(startWriter({ file: temporaryFile(), onCommit: () => undefined })).rejects.toThrow(
      EventStoreUnavailable,
    );
  });
});

describe('a full disk', () => {
  it('refuses what has no room, takes beside it what has, and everything once there is space', () => {
    const file = newFile();
    const database = openForWriting(file);
    const log = openLogWriter(database);
    expect(log.commit([appendOf('s')])).toMatchObject([{ kind: 'appended', revision: 0 }]);
    database.pragma(`max_page_count = ${(database.pragma('page_count', { simple: true }) as number) + 8}`);

    const answers = log.commit([appendOf('s'), appendOf('large', 900_000), appendOf('s')]);
    expect(answers).toMatchObject([
      { kind: 'appended', revision: 1 },
      { kind: 'failed', code: 'SQLITE_FULL' },
      { kind: 'appended', revision: 2 },
    ]);
    expect(countOf(file)).toBe(3);

    database.pragma('max_page_count = 1000000');
    expect(log.commit([appendOf('large', 900_000)])).toMatchObject([{ kind: 'appended', revision: 0 }]);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.pragma('foreign_key_check')).toEqual([]);
    database.close();
  });

  it('is told as something that passes', () => {
    const error = fromCode('events.db', 'SQLITE_FULL', 'database or disk is full');
    expect(error).toBeInstanceOf(EventStoreUnavailable);
    expect(error.message).toMatch(/events\.db: the disk is full.*try again/);
  });
});

describe('what travels between the threads', () => {
  it.each<[WriteRequest]>([
    [
      {
        kind: 'append',
        stream: 's',
        expected: 3,
        recordedAt: 7,
        events: [
          { id: 'a', type: 'A', data: '1', metadata: null },
          { id: 'b', type: 'B', data: '2', metadata: '{}' },
        ],
      },
    ],
    [{ kind: 'delete', stream: 's', expected: 'any' }],
    [{ kind: 'set-metadata', stream: 's', truncateBefore: null }],
  ])('arrives as it was sent: %j', (request) => {
    expect(unpackRequest(packRequest(request))).toEqual(request);
  });

  it('brings each answer back in its place', () => {
    const answers = [
      { kind: 'appended', revision: 0, position: 9, repeated: false },
      { kind: 'done' },
      { kind: 'appended', revision: 1, position: 2, repeated: true },
      { kind: 'wrong-revision', actual: 'no-stream' },
      { kind: 'appended', revision: 4, position: 11, repeated: false },
      { kind: 'failed', code: 'SQLITE_FULL', message: 'full' },
    ] as const;
    expect(unpackAnswers(packAnswers(answers))).toEqual(answers);
  });
});
