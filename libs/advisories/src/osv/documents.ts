import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import * as yauzl from 'yauzl';

/** One document of OSV, or why it could not be read. */
export type OsvDocument =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly problem: string };

interface Entry {
  readonly fileName: string;
  readonly uncompressedSize: number;
}

interface ZipFile {
  readonly entryCount: number;
  eachEntry(): AsyncIterable<Entry>;
  openReadStreamPromise(entry: Entry): Promise<Readable>;
}

/** The functions used of yauzl 3. The type definitions that other packages install are those of version 2. */
const { openPromise } = yauzl as typeof yauzl & { openPromise(path: string, options: object): Promise<ZipFile> };

/** The largest document of OSV has 6 MB, and all of npm unpack to 1.5 GB. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_BYTES_OF_ALL = 32 * 1024 * 1024 * 1024;
const MOST_DOCUMENTS = 3_000_000;

/** A source exceeds the limit of what is read. */
export class TooMuch extends Error {}

/**
 * The documents of a file, a zip, or all such files below a folder, one after another.
 * @throws TooMuch, and the error of the system or of the zip if it cannot be read
 */
export async function* osvDocuments(path: string): AsyncGenerator<OsvDocument> {
  const budget = { bytes: 0, documents: 0 };
  for await (const document of documentsAt(path)) {
    budget.documents += 1;
    budget.bytes += 'text' in document ? document.text.length : 0;
    if (budget.documents > MOST_DOCUMENTS) throw new TooMuch(`${path} has more than ${MOST_DOCUMENTS} documents`);
    if (budget.bytes > MOST_BYTES_OF_ALL) throw new TooMuch(`${path} unpacks to more than ${MOST_BYTES_OF_ALL} bytes`);
    yield document;
  }
}

async function* documentsAt(path: string): AsyncGenerator<OsvDocument> {
  if ((await stat(path)).isDirectory()) {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && /\.(?:json|zip)$/i.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) yield* documentsOfFile(file);
  } else yield* documentsOfFile(path);
}

const documentsOfFile = (file: string): AsyncGenerator<OsvDocument> =>
  /\.zip$/i.test(file) ? documentsOfZip(file) : documentOfJson(file);

async function* documentOfJson(file: string): AsyncGenerator<OsvDocument> {
  yield await readBounded(basename(file), (await stat(file)).size, async () => createReadStream(file));
}

async function* documentsOfZip(file: string): AsyncGenerator<OsvDocument> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: true });
  for await (const entry of zip.eachEntry())
    if (/\.json$/i.test(entry.fileName))
      yield await readBounded(entry.fileName, entry.uncompressedSize, () => zip.openReadStreamPromise(entry));
}

/** The size that a zip gives is checked by yauzl as it unpacks. */
async function readBounded(name: string, size: number, open: () => Promise<Readable>): Promise<OsvDocument> {
  if (size > MOST_BYTES) return { name, problem: `it is larger than ${MOST_BYTES} bytes` };
  const pieces: Buffer[] = [];
  for await (const piece of await open()) pieces.push(piece as Buffer);
  return { name, text: Buffer.concat(pieces).toString('utf8') };
}
