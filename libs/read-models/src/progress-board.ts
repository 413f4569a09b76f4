import type { EventStore, LogPosition } from '@assay/event-store';
import { isOfLog } from './log-marks';
import type { Collection, ReadModelStore } from './read-model-store';

export const PROGRESS = 'read-model-progress';
const LATEST = 'latest';

/** Each of the generations includes everything up to the position, whatever its own checkpoint says. */
export interface Progress {
  readonly position: LogPosition;
  readonly generations: readonly string[];
  /** The mark of the log; undefined if an earlier version published it. */
  readonly mark?: string;
}

/**
 * Publishes a projector's progress for other processes after each batch. A checkpoint is saved with documents, and an
 * idle projection saves none for a thousand events, so a process that waited for the checkpoint would wait in vain. One
 * document serves all projections, so that a batch costs one more write in all. It is guarded by its position like
 * every document, and what it states stays true: of two projectors at once either may write it.
 */
export class ProgressBoard {
  private published: LogPosition = 0;

  private constructor(private readonly documents: Collection<Omit<Progress, 'position'>>) {}

  static async open(store: ReadModelStore): Promise<ProgressBoard> {
    return new ProgressBoard(await store.collection({ name: PROGRESS, indexes: [] }));
  }

  /** Like {@link open}, but removes progress that belongs to another log: its events were replaced. */
  static async openFor(store: ReadModelStore, events: EventStore, head: LogPosition): Promise<ProgressBoard> {
    const board = await ProgressBoard.open(store);
    const said = await board.read();
    if (said === undefined || (await isOfLog(said, events, head))) return board;
    await store.dropCollection(PROGRESS);
    return ProgressBoard.open(store);
  }

  async read(): Promise<Progress | undefined> {
    const { position, document } = (await this.documents.getForUpdate([LATEST])).get(LATEST) ?? {};
    return document && { ...document, position: position! };
  }

  /**
   * Must be called after the documents are written, because other processes rely on it. Skips a position that is not
   * new.
   */
  async publish({ position, ...said }: Progress): Promise<void> {
    if (position <= this.published) return;
    await this.documents.bulk([{ id: LATEST, position, document: said }]);
    this.published = position;
  }
}
