import type { LogPosition, RecordedEvent } from '@assay/event-store';
import { messageOf } from '@assay/kernel';
import type { LogMarks } from './log-marks';
import type { Projection } from './projection';
import type { Collection, Document, Write } from './read-model-store';

/**
 * Where nothing was handled for so long, the checkpoint moves all the same: a restart should not read all that again.
 */
const IDLE_CHECKPOINT_EVERY = 1_000;

/** `apply` (or `documentIds`) threw: the projection stops here, what came before it is kept. */
class ProjectionFailed extends Error {
  constructor(
    readonly projection: string,
    event: RecordedEvent,
    cause: unknown,
  ) {
    super(
      `${projection} failed at position ${event.position} (${event.type} in ${event.stream}): ${messageOf(cause)}`,
      { cause },
    );
    this.name = 'ProjectionFailed';
  }
}

interface GenerationWriterOptions {
  /** Undefined in a new generation, which has no documents. */
  readonly from: LogPosition | undefined;
  readonly marks: LogMarks;
  /** How many documents stay in memory between writes; 0 where somebody else might change them. */
  readonly retain: number;
}

interface Held {
  position: LogPosition;
  document: Document | undefined;
  dirty: boolean;
}

/**
 * Folds events into the documents of one generation: in memory first, then all that changed and the checkpoint in one
 * write.
 */
export class GenerationWriter {
  /** Documents and checkpoint hold everything up to here, except that an idle checkpoint may lag by a thousand. */
  position: LogPosition;
  private saved: LogPosition;
  private applied: LogPosition;
  private readonly held = new Map<string, Held>();
  private readonly handles: ReadonlySet<string>;
  private dirty = 0;
  /** Nothing was ever stored but what is held: an id that is not held does not exist. */
  private holdsAll: boolean;

  private readonly marks: LogMarks;
  private readonly retain: number;

  constructor(
    readonly projection: Projection,
    readonly collection: Collection<Document>,
    { from, marks, retain }: GenerationWriterOptions,
  ) {
    this.marks = marks;
    this.retain = retain;
    this.handles = new Set(projection.handles);
    this.position = this.saved = this.applied = from ?? 0;
    this.holdsAll = from === undefined && retain > 0;
  }

  /** Documents changed and not yet written. */
  get unwritten(): number {
    return this.dirty;
  }

  /** @throws ProjectionFailed with everything before the failing event applied; what the store throws */
  async apply(events: readonly RecordedEvent[], through: LogPosition): Promise<void> {
    const relevant = events.filter((event) => event.position > this.applied && this.handles.has(event.type));
    const touched: (readonly string[])[] = [];
    let failure: ProjectionFailed | undefined;
    for (const event of relevant) {
      try {
        touched.push(this.projection.documentIds(event));
      } catch (error) {
        failure = new ProjectionFailed(this.projection.name, event, error);
        break;
      }
    }
    await this.load(touched);
    for (const [index, ids] of touched.entries()) this.fold(relevant[index]!, ids);
    if (failure) throw failure;
    this.applied = Math.max(this.applied, through);
  }

  /** Writes what changed, with the checkpoint; `force` also where nothing did. @throws what the store throws */
  async flush(force = false): Promise<void> {
    const { applied } = this;
    if (this.dirty > 0 || (applied > this.saved && (force || applied - this.saved >= IDLE_CHECKPOINT_EVERY))) {
      const writes: Write<Document>[] = [];
      if (this.dirty > 0)
        for (const [id, { position, document, dirty }] of this.held) if (dirty) writes.push({ id, position, document });
      const mark = await this.marks.at(applied);
      await this.collection.bulk(writes, { name: this.collection.name, position: applied, mark });
      for (const held of this.held.values()) held.dirty = false;
      this.dirty = 0;
      this.saved = applied;
    }
    this.position = applied;
    this.evict();
  }

  /** Forgets what is not written, after a write that failed: it is read and applied again. */
  reset(): void {
    this.held.clear();
    this.dirty = 0;
    this.holdsAll = false;
    this.applied = this.position;
  }

  private async load(touched: readonly (readonly string[])[]): Promise<void> {
    if (this.holdsAll) return;
    const missing = new Set<string>();
    for (const ids of touched) for (const id of ids) if (!this.held.has(id)) missing.add(id);
    if (missing.size === 0) return;
    for (const [id, { position, document }] of await this.collection.getForUpdate([...missing]))
      this.held.set(id, { position, document, dirty: false });
  }

  private fold(event: RecordedEvent, ids: readonly string[]): void {
    const after: (Document | undefined)[] = [];
    try {
      // All of an event's documents or none: the second one failing must not leave the first one changed.
      for (const id of ids) {
        const held = this.held.get(id);
        after.push(
          held && held.position >= event.position ? held.document : this.projection.apply(held?.document, event, id),
        );
      }
    } catch (error) {
      throw new ProjectionFailed(this.projection.name, event, error);
    }
    for (const [index, id] of ids.entries()) this.hold(id, after[index], event.position);
    this.applied = event.position;
  }

  private hold(id: string, document: Document | undefined, position: LogPosition): void {
    const held = this.held.get(id);
    if (held?.document === document) return;
    if (held === undefined) {
      this.held.set(id, { position, document, dirty: true });
      this.dirty += 1;
      return;
    }
    if (!held.dirty) {
      this.dirty += 1;
      if (this.retain > 0) {
        // Changed last, forgotten last. Once a write is enough: only what is clean can be forgotten.
        this.held.delete(id);
        this.held.set(id, held);
      }
    }
    held.position = position;
    held.document = document;
    held.dirty = true;
  }

  private evict(): void {
    if (this.retain === 0) return this.held.clear();
    let excess = this.held.size - this.retain;
    if (excess > 0) this.holdsAll = false;
    for (const id of this.held.keys()) {
      if ((excess -= 1) < 0) return;
      this.held.delete(id);
    }
  }
}
