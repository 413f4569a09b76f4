import type { LogPosition, RecordedEvent } from '@assay/event-store';
import { InfrastructureError, LoopYield, hasType, messageOf, type Log } from '@assay/kernel';
import { SetAsideDocuments } from './set-aside-documents';
import type { LogMarks } from './log-marks';
import type { Projection } from './projection';
import type { Collection, Document, NamedCheckpoint, ReadModelStore, Write } from './read-model-store';
import { weightOf } from './weight';

/**
 * After so many events without a match, the checkpoint moves nevertheless: a restart should not read them all again.
 */
const IDLE_CHECKPOINT_EVERY = 1_000;

/** The context that every writer of a projector gets. */
export interface WriterContext {
  readonly marks: LogMarks;
  readonly store: ReadModelStore;
  readonly log: Log;
}

interface GenerationWriterOptions extends WriterContext {
  /** Undefined in a new generation, which has no documents. */
  readonly from: LogPosition | undefined;
  /** The documents that stay in memory between writes; missing if another process might change them. */
  readonly retain?: Retained;
}

/** The most documents in memory, and roughly the most characters of JSON in all of them. */
export interface Retained {
  readonly documents: number;
  readonly weight: number;
}

/** An event that could not be projected, with its error. */
interface Left {
  /** Null if `documentIds` threw. */
  readonly id: string | null;
  readonly event: RecordedEvent;
  readonly error: unknown;
}

interface Held {
  position: LogPosition;
  document: Document | undefined;
  dirty: boolean;
  /** The weight when it was last loaded or written; 0 if it was never written. */
  weight: number;
}

/**
 * Folds events into the documents of one generation: in memory first, then writes all changes and the checkpoint in one
 * write. A document that cannot be made or written is set aside; the others are not affected.
 */
export class GenerationWriter {
  /** Documents and checkpoint include everything up to here, except that an idle checkpoint may lag by a thousand. */
  position: LogPosition;
  private saved: LogPosition;
  private applied: LogPosition;
  private readonly held = new Map<string, Held>();
  private dirty = 0;
  private weight = 0;
  /** All stored documents are in memory, so an id that is not held does not exist. */
  private holdsAll: boolean;

  private readonly options: GenerationWriterOptions;
  private readonly aside: SetAsideDocuments;
  private readonly loop = new LoopYield();
  /** Failures that were found while folding, to be set aside with the next write. */
  private left: Left[] = [];

  constructor(
    readonly projection: Projection,
    readonly collection: Collection<Document>,
    options: GenerationWriterOptions,
  ) {
    const { from, retain } = options;
    this.options = options;
    this.aside = new SetAsideDocuments(options.store, collection.name);
    this.position = this.saved = this.applied = from ?? 0;
    this.holdsAll = from === undefined && retain !== undefined;
  }

  /** Whether more is held than may stay in memory, so that a write is due. */
  get isFull(): boolean {
    const { documents = 0, weight = 0 } = this.options.retain ?? {};
    return this.dirty >= documents || this.weight > weight;
  }

  /** @throws the store's errors */
  async apply(events: readonly RecordedEvent[], through: LogPosition): Promise<void> {
    const relevant = events.filter(
      (event) => event.position > this.applied && hasType(this.projection.handles, event.type),
    );
    if (relevant.length > 0) {
      const touched = relevant.map((event) => this.idsOf(event));
      await this.load(touched);
      const aside = await this.aside.ids();
      for (const [index, ids] of touched.entries())
        await this.loop.after(() => this.fold(relevant[index]!, ids, aside));
    }
    this.applied = Math.max(this.applied, through);
  }

  private idsOf(event: RecordedEvent): readonly string[] {
    try {
      return this.projection.documentIds(event);
    } catch (error) {
      this.left.push({ id: null, event, error });
      return [];
    }
  }

  /** Writes the changes with the checkpoint; `force` also if nothing changed. @throws the store's errors */
  async flush(force = false): Promise<void> {
    const { applied } = this;
    if (
      this.dirty > 0 ||
      this.left.length > 0 ||
      (applied > this.saved && (force || applied - this.saved >= IDLE_CHECKPOINT_EVERY))
    ) {
      const writes: Write<Document>[] = [];
      if (this.dirty > 0)
        for (const [id, { position, document, dirty }] of this.held) if (dirty) writes.push({ id, position, document });
      for (const left of this.left) await this.keepAside(left);
      this.left = [];
      const mark = await this.options.marks.at(applied);
      await this.write(writes, { name: this.collection.name, position: applied, mark });
      this.written();
      this.dirty = 0;
      this.saved = applied;
    }
    this.position = applied;
    this.evict();
  }

  /** Forgets unwritten changes, after a write that failed: their events are read and applied again. */
  reset(): void {
    this.held.clear();
    this.left = [];
    this.dirty = this.weight = 0;
    this.holdsAll = false;
    this.applied = this.position;
  }

  private async load(touched: readonly (readonly string[])[]): Promise<void> {
    if (this.holdsAll) return;
    const missing = new Set<string>();
    for (const ids of touched) for (const id of ids) if (!this.held.has(id)) missing.add(id);
    if (missing.size === 0) return;
    for (const [id, { position, document }] of await this.collection.getForUpdate([...missing])) {
      const held: Held = { position, document, dirty: false, weight: 0 };
      this.held.set(id, held);
      this.weigh(held);
    }
  }

  private fold(event: RecordedEvent, ids: readonly string[], aside: ReadonlySet<string>): void {
    for (const id of ids) {
      if (aside.has(id) || this.left.some((left) => left.id === id)) continue;
      const held = this.held.get(id);
      if (held && held.position >= event.position) continue;
      try {
        this.hold(id, this.projection.apply(held?.document, event, id), event.position);
      } catch (error) {
        this.left.push({ id, event, error });
        this.hold(id, undefined, event.position);
      }
    }
    this.applied = event.position;
  }

  private async keepAside({ id, event, error }: Left): Promise<void> {
    const what = `position ${event.position} (${event.type} in ${event.stream}): ${messageOf(error)}`;
    await this.aside.keep(id, event.position, what);
    this.tell(id, error, what);
  }

  private tell(id: string | null, error: unknown, what: string): void {
    this.options.log.error(
      { projection: this.projection.name, document: id, error },
      `${id === null ? 'an event is left out of the read model' : 'the document is set aside'}; ` +
        `the others go on: ${what}`,
    );
  }

  /** Writes all documents with the checkpoint. Documents that the store refuses are withdrawn. */
  private async write(writes: readonly Write<Document>[], checkpoint: NamedCheckpoint): Promise<void> {
    try {
      await this.collection.bulk(writes, checkpoint);
    } catch (error) {
      if (error instanceof InfrastructureError || writes.length === 0) throw error;
      for (const refused of await this.refused(writes, error)) await this.withdraw(refused);
      await this.collection.bulk([], checkpoint);
    }
  }

  /** Writes the documents that the store takes, and returns the refused ones. */
  private async refused(
    writes: readonly Write<Document>[],
    error: unknown,
  ): Promise<readonly { readonly write: Write<Document>; readonly error: unknown }[]> {
    if (writes.length === 1) return [{ write: writes[0]!, error }];
    const middle = Math.ceil(writes.length / 2);
    const refused = [];
    for (const half of [writes.slice(0, middle), writes.slice(middle)]) {
      try {
        await this.collection.bulk(half);
      } catch (fault) {
        if (fault instanceof InfrastructureError) throw fault;
        refused.push(...(await this.refused(half, fault)));
      }
    }
    return refused;
  }

  /** @throws the store's error if it refuses the removal too, because then the document is not the cause */
  private async withdraw({
    write: { id, position, document },
    error,
  }: {
    readonly write: Write<Document>;
    readonly error: unknown;
  }): Promise<void> {
    if (document === undefined) throw error;
    await this.aside.keep(id, position, messageOf(error));
    try {
      await this.collection.bulk([{ id, position, document: undefined }]);
    } catch (fault) {
      if (fault instanceof InfrastructureError) throw fault;
      await this.aside.release(id);
      throw error;
    }
    const held = this.held.get(id);
    if (held) held.document = undefined;
    this.tell(id, error, messageOf(error));
  }

  private hold(id: string, document: Document | undefined, position: LogPosition): void {
    const held = this.held.get(id);
    if (held?.document === document) return;
    if (held === undefined) {
      this.held.set(id, { position, document, dirty: true, weight: 0 });
      this.dirty += 1;
      return;
    }
    if (!held.dirty) {
      this.dirty += 1;
      if (this.options.retain) {
        // Moves it to the end: the last changed are evicted last. Once per write is enough, as only clean ones are
        // evicted.
        this.held.delete(id);
        this.held.set(id, held);
      }
    }
    held.position = position;
    held.document = document;
    held.dirty = true;
  }

  private written(): void {
    for (const held of this.held.values()) {
      if (!held.dirty) continue;
      held.dirty = false;
      this.weigh(held);
    }
  }

  /** Weighs a document only if documents stay in memory, because it walks through the whole document. */
  private weigh(held: Held): void {
    if (!this.options.retain) return;
    const weight = weightOf(held.document);
    this.weight += weight - held.weight;
    held.weight = weight;
  }

  private evict(): void {
    const { retain } = this.options;
    if (!retain) return this.held.clear();
    for (const [id, { weight }] of this.held) {
      if (this.held.size <= retain.documents && this.weight <= retain.weight) return;
      this.holdsAll = false;
      this.held.delete(id);
      this.weight -= weight;
    }
  }
}
