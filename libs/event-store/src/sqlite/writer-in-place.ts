import { EventStoreUnavailable } from '../errors';
import { openForWriting } from './database-file';
import { openLogWriter } from './log-writer';
import { storeError } from './sqlite-error';
import type { WriteAnswer, WriteRequest } from './write-protocol';
import type { Writer, WriterOptions } from './writer';

interface Waiting {
  readonly request: WriteRequest;
  readonly resolve: (answer: WriteAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes on the caller's thread, for files that need not survive a crash: no transaction waits for the disk, and a
 * thread takes longer to start than most of these files live. The requests of one turn of the event loop are one
 * transaction.
 *
 * @throws EventStoreCorrupt, EventStoreUnavailable when it cannot open the file
 */
export function writeInPlace({ file, onCommit }: WriterOptions): Writer {
  const database = opened(file);
  const log = openLogWriter(database);
  const waiting: Waiting[] = [];
  let isClosed = false;

  function writeAll(): void {
    const taken = waiting.splice(0);
    if (taken.length === 0) return;
    try {
      const answers = log.commit(taken.map(({ request }) => request));
      onCommit();
      taken.forEach(({ resolve }, index) => resolve(answers[index]!));
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
  }

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new EventStoreUnavailable(`${file} is closed`));
        // Not at once: a caller that appends again and again would block the event loop.
        if (waiting.push({ request, resolve, reject }) === 1) setImmediate(writeAll);
      }),
    close: async () => {
      if (isClosed) return;
      writeAll();
      isClosed = true;
      database.close();
    },
  };
}

function opened(file: string) {
  try {
    return openForWriting(file, { brief: true });
  } catch (error) {
    throw storeError(file, error);
  }
}
