import type { EventStore, LogPosition } from '@assay/event-store';
import { isOfLog } from './log-marks';
import type { Collection, ReadModelStore } from './read-model-store';

export const PROGRESS = 'read-model-progress';
const LATEST = 'latest';

/** Each of the generations holds everything up to the position, whatever its own checkpoint says. */
export interface Progress {
  readonly position: LogPosition;
  readonly generations: readonly string[];
  /** Which log it is about; undefined if an earlier version said it. */
  readonly mark?: string;
}

/**
 * What a projector tells other processes after each batch. A checkpoint is saved with documents, and a projection that
 * has nothing to do saves none for a thousand events: who waits for it would wait in vain. One document for all
 * projections, so that a batch costs one write more and not one a projection. It is guarded by its position like every
 * document, and what it says once stays true: of two projectors at once either may write it.
 */
export class ProgressBoard {
  private published: LogPosition = 0;

  private constructor(private readonly documents: Collection<Omit<Progress, 'position'>>) {}

  static async open(store: ReadModelStore): Promise<ProgressBoard> {
    return new ProgressBoard(await store.collection({ name: PROGRESS, indexes: [] }));
  }

  /** As {@link open}, forgetting what was said about another log than this one: its events were replaced. */
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
   * To be called after the documents are written: other processes take it for granted. Nothing new is not said again.
   */
  async publish({ position, ...said }: Progress): Promise<void> {
    if (position <= this.published) return;
    await this.documents.bulk([{ id: LATEST, position, document: said }]);
    this.published = position;
  }
}
