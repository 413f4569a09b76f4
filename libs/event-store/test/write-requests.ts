import { createWhereMissing, openForReading } from '../src/sqlite/database-file';
import type { WriteRequest } from '../src/sqlite/write-protocol';
import { encodeEvents } from '../src/store-request';
import { temporaryFile } from './temporary-file';

export const appendOf = (stream: string, characters = 10): WriteRequest => ({
  kind: 'append',
  stream,
  expected: 'any',
  recordedAt: 0,
  events: encodeEvents([{ type: 'Happened', data: { text: 'x'.repeat(characters) } }]),
});

/** An empty store. */
export function newFile(): string {
  const file = temporaryFile();
  createWhereMissing(file);
  return file;
}

export const countOf = (file: string): number => {
  const database = openForReading(file);
  const count = database.prepare<[], number>('SELECT COUNT(*) FROM events').pluck().get()!;
  database.close();
  return count;
};
