import { messageOf } from '@assay/kernel';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { CommandFailed } from '../exit-status';
import { writeWholeFile } from './whole-file';

/**
 * Writes a report piece by piece to a file, or to standard output where none is named. A file gets no colours.
 *
 * @throws CommandFailed where the file cannot be written whole
 */
export async function writeReport(pieces: Iterable<string> | AsyncIterable<string>, file?: string): Promise<void> {
  if (file === undefined) {
    for await (const piece of pieces)
      if (!process.stdout.write(piece) && process.stdout.writable) await drained(process.stdout);
    return;
  }
  try {
    await writeWholeFile(Readable.from(pieces).map(stripVTControlCharacters), file);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    throw new CommandFailed(`${file} cannot be written: ${messageOf(error)}`);
  }
}

/** A reader that went away drains nothing: the process ends with what it has written. */
const drained = (stream: NodeJS.WriteStream): Promise<unknown> =>
  Promise.race([once(stream, 'drain'), once(stream, 'close')]);
