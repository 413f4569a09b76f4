import { randomUUID } from 'node:crypto';
import { retryConflicts } from '../conflicts';
import { WrongExpectedRevision } from '../errors';
import type { StreamMetadata } from '../event-store';
import type { Reading } from './reading';
import type { Server } from './server';

/** The settings that the server keeps beside the events of a stream, in this service's terms. */
interface StreamSettings {
  readonly metadata: StreamMetadata;
  /** Events before this revision were deleted; 0 when the stream never was. */
  readonly deletedBefore: number;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * The server has one number for the first readable revision, and its own delete overwrites the rest. To keep both a
 * deletion and a setting, the number is the greater of the two, and both are stored beside it by name.
 */
const DELETED_BEFORE = 'assayDeletedBefore';
const TRUNCATED_BEFORE = 'assayTruncateBefore';

/** The number that the server's own soft delete writes, 2^63 - 1: all that there was. JavaScript reads it as this. */
const DELETED_BY_THE_SERVER = 2 ** 63;

export const isDeletedByTheServer = ({ deletedBefore }: StreamSettings): boolean =>
  deletedBefore >= DELETED_BY_THE_SERVER;

export function settingsOf(raw: Json): StreamSettings {
  const { $tb: readableFrom, [DELETED_BEFORE]: deletedBefore, [TRUNCATED_BEFORE]: truncatedBefore } = raw;
  const isGone = typeof readableFrom === 'number' && readableFrom >= DELETED_BY_THE_SERVER;
  const truncateBefore = typeof deletedBefore === 'number' || isGone ? truncatedBefore : readableFrom;
  return {
    metadata: { ...(typeof truncateBefore === 'number' && { truncateBefore }) },
    deletedBefore: isGone ? DELETED_BY_THE_SERVER : typeof deletedBefore === 'number' ? deletedBefore : 0,
  };
}

/** @param raw the current settings: access rights and the like stay */
export function rawOf(raw: Json, { metadata: { truncateBefore }, deletedBefore }: StreamSettings): Json {
  const { $tb: _readableFrom, [DELETED_BEFORE]: _deleted, [TRUNCATED_BEFORE]: _truncated, ...others } = raw;
  return {
    ...others,
    ...(!(truncateBefore === undefined && deletedBefore === 0) && {
      $tb: Math.max(truncateBefore ?? 0, deletedBefore),
    }),
    ...(deletedBefore !== 0 && {
      [DELETED_BEFORE]: deletedBefore,
      ...(truncateBefore !== undefined && { [TRUNCATED_BEFORE]: truncateBefore }),
    }),
  };
}

/** JSON that the server can read back: 2^63 itself is one above its largest integer. */
export const encoded = (raw: Json): string =>
  JSON.stringify(raw).replaceAll(JSON.stringify(DELETED_BY_THE_SERVER), '9223372036854775807');

export class SettingsOfStreams {
  constructor(
    private readonly server: Server,
    private readonly reading: Reading,
  ) {}

  async of(stream: string): Promise<StreamSettings> {
    return settingsOf((await this.#read(stream)).raw);
  }

  /**
   * Changes the current settings; starts again if another writer changed them meanwhile. An answer of undefined changes
   * nothing.
   */
  async change(
    stream: string,
    decision: (settings: StreamSettings) => StreamSettings | undefined | Promise<StreamSettings | undefined>,
  ): Promise<void> {
    await this.#rewrite(stream, async (raw) => {
      const settings = await decision(settingsOf(raw));
      return settings && rawOf(raw, settings);
    });
  }

  /** A string of this service that the stream's metadata keep under a name; `first` is stored if there is none yet. */
  async note(stream: string, name: string, first: string): Promise<string> {
    const { [name]: kept } = await this.#rewrite(stream, (raw) =>
      typeof raw[name] === 'string' ? undefined : { ...raw, [name]: first },
    );
    return kept as string;
  }

  /** A text that `note` has kept. */
  async noted(stream: string, name: string): Promise<string | undefined> {
    const kept = (await this.#read(stream)).raw[name];
    return typeof kept === 'string' ? kept : undefined;
  }

  /** @returns the settings afterwards; an answer of undefined leaves them unchanged */
  #rewrite(stream: string, decision: (raw: Json) => Json | undefined | Promise<Json | undefined>): Promise<Json> {
    return retryConflicts(async () => {
      const { raw, revision } = await this.#read(stream);
      const decided = await decision(raw);
      if (decided === undefined) return raw;
      const event = { id: randomUUID(), type: '$metadata', data: encoded(decided), metadata: null };
      const expected = revision === -1 ? 'no-stream' : revision;
      const written = await this.server.append(metastreamOf(stream), [event], expected);
      if ('revision' in written) return decided;
      throw new WrongExpectedRevision(metastreamOf(stream), expected, written.actual);
    }, metastreamOf(stream));
  }

  async #read(stream: string): Promise<{ raw: Json; revision: number }> {
    const { event, revision } = await this.reading.end(metastreamOf(stream));
    return { raw: (event?.data ?? {}) as Json, revision };
  }
}

const metastreamOf = (stream: string): string => `$$${stream}`;
