import { type LedgerEntry, entryEventId, hashOf } from '@assay/billing';
import { canonicalJson, sha256Hex } from '@assay/kernel';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Data = Record<string, unknown>;
export interface Line {
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: Data;
}
type Sign = (message: Uint8Array) => Buffer;

/** Somebody who has a bundle, knows its format, and has perhaps the key. */
export class BundleForger {
  constructor(
    readonly directory: string,
    private readonly sign: Sign,
  ) {}

  path = (name: string): string => join(this.directory, name);
  text = (name: string): string => readFileSync(this.path(name), 'utf8');
  write = (name: string, text: string): void => writeFileSync(this.path(name), text);
  change = (name: string, change: (text: string) => string): void => this.write(name, change(this.text(name)));
  changeLines = (change: (lines: string[]) => string[], name = 'entries.jsonl'): void =>
    this.change(name, (text) =>
      change(text.split('\n').slice(0, -1))
        .map((line) => `${line}\n`)
        .join(''),
    );
  entries = (): Line[] =>
    this.text('entries.jsonl')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);

  /** Changes the manifest, and signs it with a key. */
  manifest(change: (manifest: Data) => Data, sign = this.sign): void {
    const text = canonicalJson(change(JSON.parse(this.text('manifest.json')) as Data));
    this.write('manifest.json', text);
    this.write('manifest.sig', sign(Buffer.from(text)).toString('base64'));
  }

  /** Changes entries, seals the chain again and makes the manifest fit: all but the sums is as it should be. */
  reseal(change: (entries: Line[]) => Line[], { counted = true, sign = this.sign } = {}): void {
    let head = '0'.repeat(64);
    const periods: Data[] = [];
    const revisions = new Map<string, number>();
    const sealed = change(this.entries()).map((entry) => {
      const data: Data = { ...entry.data, previousHash: head };
      const follows = head;
      head = hashOf({ type: entry.type, data } as unknown as LedgerEntry);
      const revision = counted ? (revisions.get(entry.stream) ?? -1) + 1 : entry.revision;
      revisions.set(entry.stream, revision);
      if (entry.type === 'PeriodOpened') periods.push({ period: entry.data['period'], follows });
      const closed = entry.type === 'PeriodClosed';
      Object.assign(periods.at(-1) ?? {}, {
        entries: revision + 1,
        last: head,
        balance: entry.data['balance'],
        closed,
      });
      return { ...entry, revision, data, id: entryEventId(head) };
    });
    this.write('entries.jsonl', sealed.map((entry) => `${canonicalJson(entry)}\n`).join(''));
    const balance = sealed.at(-1)?.data['balance'] ?? 0;
    this.manifest((manifest) => ({ ...manifest, entries: sealed.length, head, balance, periods }), sign);
    this.digest(sign);
  }

  /** Makes the manifest name the files as they are. */
  digest(sign = this.sign): void {
    const of = (name: string) => ({
      lines: this.text(name).split('\n').length - 1,
      sha256: sha256Hex(this.text(name)),
    });
    const files = Object.fromEntries(['entries.jsonl', 'events.jsonl', 'prices.json'].map((name) => [name, of(name)]));
    this.manifest((manifest) => ({ ...manifest, files }), sign);
  }
}
