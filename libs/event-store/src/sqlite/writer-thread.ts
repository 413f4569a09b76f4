import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type SqliteDatabase, isSqliteError } from '@assay/sqlite';
import { BusyWait } from './busy-wait';
import { openForWriting } from './database-file';
import { openLogWriter } from './log-writer';
import {
  type FromWriter,
  type ToWriter,
  type WriteRequest,
  type WriterThreadData,
  packAnswers,
  unpackRequest,
} from './write-protocol';

const { file, posted, port } = workerData as WriterThreadData;
const tell = (message: FromWriter) => port.postMessage(message);

/**
 * Milliseconds of looking for more before sleeping: a caller that appends again after its answer does so within this
 * time.
 */
const LOOKING = 0.1;
const looking = new BusyWait();

const database = open();
if (database) {
  tell({ kind: 'ready' });
  writeUntilClosed(database);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}
port.close();

function open(): SqliteDatabase | undefined {
  try {
    return openForWriting(file);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    tell({ kind: 'not-ready', code: error.code, message: error.message });
    return undefined;
  }
}

/**
 * Takes everything that waits into one transaction, and sleeps when nothing does. The thread does nothing else, so it
 * may block: waking from Atomics.wait and taking messages by hand spares the event loop's part of the hand-over.
 */
function writeUntilClosed(writing: SqliteDatabase): void {
  const log = openLogWriter(writing);
  for (;;) {
    const seen = Atomics.load(posted, 0);
    const { requests, closing } = takeAll();
    if (requests.length > 0) tell({ kind: 'answers', answers: packAnswers(log.commit(requests)) });
    if (closing) return;
    if (requests.length === 0) waitForMore(seen);
  }
}

function waitForMore(seen: number): void {
  if (looking.worthIt()) {
    const until = performance.now() + LOOKING;
    while (performance.now() < until && Atomics.load(posted, 0) === seen);
    looking.ended(Atomics.load(posted, 0) !== seen);
  }
  Atomics.wait(posted, 0, seen);
}

function takeAll(): { requests: WriteRequest[]; closing: boolean } {
  const requests: WriteRequest[] = [];
  for (let received = receiveMessageOnPort(port); received !== undefined; received = receiveMessageOnPort(port)) {
    const message = received.message as ToWriter;
    if (message === 'close') return { requests, closing: true };
    for (const packed of message.requests) requests.push(unpackRequest(packed));
  }
  return { requests, closing: false };
}
