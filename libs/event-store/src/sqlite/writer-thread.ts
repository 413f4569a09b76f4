import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { openForWriting } from './database-file';
import { openLogWriter } from './log-writer';
import { isSqliteError } from './sqlite-error';
import { type FromWriter, type ToWriter, type WriteRequest, type WriterThreadData, packAnswers, unpackRequest } from './write-protocol';

const { file, inbox } = workerData as WriterThreadData;
const port = parentPort!;
const tell = (message: FromWriter) => port.postMessage(message);

/**
 * Milliseconds of looking before sleeping. A sleeping thread takes 40 to 60 µs to wake, a quarter of a whole append;
 * a caller that appends again after its answer does so within this time.
 */
const LOOKING = 0.1;

const database = open();
if (database) {
  tell({ kind: 'ready' });
  writeUntilClosed(database);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}
port.close();

function open(): Database.Database | undefined {
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
function writeUntilClosed(writing: Database.Database): void {
  const log = openLogWriter(writing);
  for (;;) {
    const posted = Atomics.load(inbox, 0);
    const { requests, closing } = takeAll();
    if (requests.length > 0) tell({ kind: 'answers', answers: packAnswers(log.commit(requests)) });
    if (closing) return;
    if (requests.length === 0) waitForMore(posted);
  }
}

function waitForMore(posted: number): void {
  const until = performance.now() + LOOKING;
  while (performance.now() < until) if (Atomics.load(inbox, 0) !== posted) return;
  Atomics.wait(inbox, 0, posted);
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
