import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Advisory } from '../advisory';
import type { EcosystemName } from '../ecosystems';
import { type DatabaseFacts, HEAD, type StoredFacts, TAIL_BYTES, fileName } from './format';

const PIECE = 1024 * 1024;

/**
 * Writes the database of one ecosystem beside the existing one, which `finish` replaces. If the process dies before
 * that, the old database stays as it was.
 */
export class DatabaseWriter {
  private readonly index = new Map<string, string>();
  private readonly seen = new Map<string, string>();
  private pieces: Buffer[] = [];
  private waiting = 0;
  private written = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly temporary: string,
    private readonly place: string,
    readonly ecosystem: EcosystemName,
  ) {}

  static async begin(folder: string, ecosystem: EcosystemName): Promise<DatabaseWriter> {
    await mkdir(folder, { recursive: true });
    const place = join(folder, fileName(ecosystem));
    const temporary = `${place}.${randomUUID()}.part`;
    // Engines run as another user where they may read only files that every user may read. Advisories are public.
    const file = await open(temporary, 'wx', 0o644);
    const writer = new DatabaseWriter(file, temporary, place, ecosystem);
    await writer.take(Buffer.from(HEAD));
    return writer;
  }

  /** Whether an advisory of this name is there already. */
  has(id: string): boolean {
    return this.seen.has(id);
  }

  async add(
    modified: string,
    records: readonly { readonly key: string; readonly advisory: Advisory }[],
  ): Promise<void> {
    for (const { key, advisory } of records) {
      this.seen.set(advisory.id, modified);
      const bytes = Buffer.from(`${JSON.stringify(advisory)}\n`);
      const place = `${this.written}+${bytes.length}`;
      const before = this.index.get(key);
      this.index.set(key, before === undefined ? place : `${before},${place}`);
      await this.take(bytes);
    }
  }

  async finish(source: string, made: string): Promise<DatabaseFacts> {
    const newest = [...this.seen.values()].reduce((latest, each) => (each > latest ? each : latest), '');
    const digest = createHash('sha256');
    for (const id of [...this.seen.keys()].sort()) digest.update(`${id} ${this.seen.get(id)}\n`);
    const facts: DatabaseFacts = {
      ecosystem: this.ecosystem,
      version: `${newest.slice(0, 10)}-${digest.digest('hex').slice(0, 12)}`,
      advisories: this.seen.size,
      packages: this.index.size,
      newest,
      made,
      source,
    };
    const indexAt = this.written;
    for (const [key, places] of this.index) await this.take(Buffer.from(`${key}\t${places}\n`));
    const factsAt = this.written;
    const stored: StoredFacts = { ...facts, indexAt, indexBytes: factsAt - indexAt };
    await this.take(Buffer.from(`${JSON.stringify(stored)}\n${String(factsAt).padStart(TAIL_BYTES, '0')}`));
    await this.flush();
    await this.file.sync();
    await this.file.close();
    await rename(this.temporary, this.place);
    return facts;
  }

  /** Discards the new file and leaves the existing database. */
  async abandon(): Promise<void> {
    await this.file.close();
    await rm(this.temporary, { force: true });
  }

  private async take(bytes: Buffer): Promise<void> {
    this.pieces.push(bytes);
    this.waiting += bytes.length;
    this.written += bytes.length;
    if (this.waiting >= PIECE) await this.flush();
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.concat(this.pieces);
    this.pieces = [];
    this.waiting = 0;
    await this.file.writeFile(bytes);
  }
}
