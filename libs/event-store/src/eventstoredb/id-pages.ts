import type { SettingsOfStreams } from './stream-settings';

/** 22 KB. A stream that has fewer events is read itself. */
const IDS_A_PAGE = 1_024;

const ID_BYTES = 16;
const NOTE = 'assayEventIds';
/** Pages that are read at once. */
const AT_ONCE = 8;

/**
 * The ids of a stream's events, in pages beside the stream: a process that must know whether an id is taken reads them
 * instead of the events. A page holds the ids of past revisions, so it is written once and stays true. Page n is
 * written only if the pages before it exist.
 */
export class IdPages {
  constructor(
    private readonly settings: SettingsOfStreams,
    readonly size: number = IDS_A_PAGE,
  ) {}

  /** The ids from a page on, in the order of their revisions, up to `end` or to the first page that is not there. */
  async from(stream: string, first: number, end: number): Promise<string[]> {
    const ids: string[] = [];
    for (let page = first; page < end; page += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, end - page) }, (_, n) => this.#page(stream, page + n));
      for (const read of await Promise.all(some)) {
        if (read === undefined) return ids;
        ids.push(...read);
      }
    }
    return ids;
  }

  /** How many of the first `most` pages are there. */
  async count(stream: string, most: number): Promise<number> {
    let [there, missing] = [0, most + 1]; // pages up to number `there` are there, number `missing` is not
    while (missing - there > 1) {
      const middle = Math.floor((there + missing) / 2);
      if ((await this.#page(stream, middle - 1)) === undefined) missing = middle;
      else there = middle;
    }
    return there;
  }

  /** @returns whether the page exists with these ids, whichever process wrote it */
  async write(stream: string, page: number, ids: readonly string[]): Promise<boolean> {
    const text = encoded(ids);
    return (await this.settings.note(besideStream(stream, page), NOTE, text)) === text;
  }

  async #page(stream: string, page: number): Promise<readonly string[] | undefined> {
    const text = await this.settings.noted(besideStream(stream, page), NOTE);
    const ids = text === undefined ? [] : decoded(text);
    return ids.length === this.size ? ids : undefined;
  }
}

/** A stream with metadata and no events: readers of the log never see its contents. */
const besideStream = (stream: string, page: number): string => `assay-ids-${page}-${stream}`;

const encoded = (ids: readonly string[]): string =>
  Buffer.from(ids.map((id) => id.replaceAll('-', '')).join(''), 'hex').toString('base64');

function decoded(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / ID_BYTES }, (_, n) => uuid(bytes, n * ID_BYTES));
}

function uuid(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + ID_BYTES);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
