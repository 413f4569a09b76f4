import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type WriteStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** The entry of a file in a manifest. */
export interface FileDigest {
  readonly lines: number;
  readonly sha256: string;
}

/** A file that is written a line at a time, however long it gets, and digested as it is written. */
export class LinesFile {
  private readonly digest = createHash('sha256');
  private readonly stream: WriteStream;
  private readonly ended: Promise<void>;
  private lines = 0;

  /** The file must not be there yet. */
  constructor(path: string) {
    this.stream = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    this.ended = finished(this.stream);
    // The caller that writes to it or ends it gets the error.
    this.ended.catch(() => undefined);
  }

  async write(line: string): Promise<void> {
    const bytes = `${line}\n`;
    this.digest.update(bytes);
    this.lines += 1;
    if (!this.stream.write(bytes)) await Promise.race([once(this.stream, 'drain'), this.ended]);
  }

  async end(): Promise<FileDigest> {
    this.stream.end();
    await this.ended;
    return { lines: this.lines, sha256: this.digest.digest('hex') };
  }
}
