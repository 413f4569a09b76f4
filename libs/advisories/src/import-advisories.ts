import { type Clock, counted, messageOf, timestamp } from '@assay/kernel';
import { plainText } from '@assay/source-text';
import type { DatabaseFacts } from './database/format';
import { DatabaseWriter } from './database/write-database';
import type { EcosystemName } from './ecosystems';
import { type OsvDocument, osvDocuments } from './osv/documents';
import { NoAdvisory, type ReadAdvisory, readAdvisory } from './osv/read-advisory';

export interface ImportOptions {
  /** A document, a zip of documents, or a folder of both. */
  readonly path: string;
  /** The folder of the databases. */
  readonly folder: string;
  /** Default: all that the documents name. */
  readonly ecosystems?: readonly EcosystemName[];
  /** The source of the advisories that the databases record. Default: the path. */
  readonly source?: string;
  readonly clock: Clock;
  /** Called after every thousand documents. */
  readonly onProgress?: (documents: number) => void;
}

export interface Imported {
  /** The databases that were made; each has replaced the one before. */
  readonly databases: readonly DatabaseFacts[];
  readonly documents: number;
  readonly withdrawn: number;
  /** How many documents name only commits, or ecosystems that are unknown or were not requested. */
  readonly withoutPackage: number;
  /** The first documents that are not advisories, and why. */
  readonly unreadable: readonly string[];
  readonly unreadableCount: number;
}

/** Nothing was imported, and nothing changed. */
export class ImportRefused extends Error {}

const PROBLEMS_NAMED = 10;

/**
 * Makes a database of each ecosystem that the documents name, which replaces the existing one.
 * @throws ImportRefused if no advisory is of such an ecosystem; the existing databases stay
 */
export async function importAdvisories(options: ImportOptions): Promise<Imported> {
  const { path, folder, ecosystems, clock, source = path } = options;
  const writers = new Map<EcosystemName, DatabaseWriter>();
  const tally = { documents: 0, withdrawn: 0, withoutPackage: 0, unreadableCount: 0 };
  const unreadable: string[] = [];
  try {
    for await (const document of readableDocuments(path)) {
      tally.documents += 1;
      if (tally.documents % 1_000 === 0) options.onProgress?.(tally.documents);
      const read = readDocument(document);
      if ('problem' in read) {
        tally.unreadableCount += 1;
        if (unreadable.length < PROBLEMS_NAMED) unreadable.push(plainText(`${document.name}: ${read.problem}`, 300));
      } else if (read.withdrawn) tally.withdrawn += 1;
      else if (!(await store(read, writers, folder, ecosystems))) tally.withoutPackage += 1;
    }
    if (writers.size === 0) throw new ImportRefused(nothingIn(options, tally.documents, unreadable[0]));
    const made = timestamp(clock);
    const databases: DatabaseFacts[] = [];
    for (const [ecosystem, writer] of writers) {
      databases.push(await writer.finish(source, made));
      writers.delete(ecosystem);
    }
    return { databases, ...tally, unreadable };
  } finally {
    for (const writer of writers.values()) await writer.abandon();
  }
}

async function* readableDocuments(path: string): AsyncGenerator<OsvDocument> {
  try {
    yield* osvDocuments(path);
  } catch (error) {
    throw new ImportRefused(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function readDocument(document: OsvDocument): ReadAdvisory | { readonly problem: string } {
  if ('problem' in document) return document;
  try {
    return readAdvisory(JSON.parse(document.text));
  } catch (error) {
    if (error instanceof NoAdvisory) return { problem: error.message };
    if (error instanceof SyntaxError) return { problem: 'it is no JSON' };
    if (error instanceof RangeError) return { problem: 'it is nested too deeply' };
    throw error;
  }
}

/** @returns whether the document names a package of the wanted ecosystems */
async function store(
  { id, modified, records }: ReadAdvisory,
  writers: Map<EcosystemName, DatabaseWriter>,
  folder: string,
  ecosystems: readonly EcosystemName[] | undefined,
): Promise<boolean> {
  const names = new Set(records.map(({ ecosystem }) => ecosystem.name));
  const wanted = [...names].filter((name) => ecosystems === undefined || ecosystems.includes(name));
  for (const name of wanted) {
    const writer = writers.get(name) ?? (await DatabaseWriter.begin(folder, name));
    writers.set(name, writer);
    // A folder may have the same advisory twice, alone and in a zip.
    if (!writer.has(id))
      await writer.add(
        modified,
        records.filter(({ ecosystem }) => ecosystem.name === name),
      );
  }
  return wanted.length > 0;
}

function nothingIn({ path, ecosystems }: ImportOptions, documents: number, problem: string | undefined): string {
  const wanted = ecosystems === undefined ? 'a known ecosystem' : ecosystems.join(', ');
  const first = problem === undefined ? '' : `; the first that is none: ${problem}`;
  return `${path} has no advisory of ${wanted} among ${counted(documents, 'document')}${first}`;
}
