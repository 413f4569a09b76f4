import { type Log, silentLog } from '@assay/kernel';
import { LOG_START, type LogPosition } from '@assay/event-store';
import type { Collection, ReadModelStore } from './read-model-store';

/** The collection of what could not be projected, beside the generations. */
export const SET_ASIDE_DOCUMENTS = 'documents-set-aside';

interface SetAsideDocument {
  readonly generation: string;
  /** Null if not even the documents that an event changes could be told: then the event alone was left out. */
  readonly documentId: string | null;
  /** The position of the event at which it happened. */
  readonly position: LogPosition;
  readonly error: string;
}

/**
 * The documents of one generation that cannot be made or written: a projection continues without them. Nobody finds
 * one, and no later event makes half of one. They are tried again by rebuilding the read model.
 */
export class SetAsideDocuments {
  private known: Promise<Set<string>> | undefined;

  constructor(
    private readonly store: ReadModelStore,
    private readonly generation: string,
  ) {}

  /** How many there are of each generation that has some. */
  static async counts(store: ReadModelStore): Promise<ReadonlyMap<unknown, number>> {
    if (!(await store.collections()).includes(SET_ASIDE_DOCUMENTS)) return new Map();
    return (await store.collection<SetAsideDocument>({ name: SET_ASIDE_DOCUMENTS })).countBy('generation');
  }

  /** Forgets those of a generation, which goes. */
  static async drop(store: ReadModelStore, generation: string): Promise<void> {
    if (!(await store.collections()).includes(SET_ASIDE_DOCUMENTS)) return;
    const documents = await opened(store);
    for (const { id } of await documents.find({ where: { generation } })) await write(documents, id, undefined);
  }

  /** The ids of the documents. The set is this object's own: it grows as documents are kept. */
  ids(): Promise<ReadonlySet<string>> {
    return this.load();
  }

  /** To be called before the document goes, so that a crash leaves no document that begins in its midst. */
  async keep(documentId: string | null, position: LogPosition, error: string): Promise<void> {
    const known = await this.load();
    const { generation } = this;
    const id = `${generation}/${documentId === null ? `event ${position}` : `document ${documentId}`}`;
    await write(await opened(this.store), id, { generation, documentId, position, error });
    if (documentId !== null) known.add(documentId);
  }

  /** Takes it back: it was not the document's fault. */
  async release(documentId: string): Promise<void> {
    await write(await opened(this.store), `${this.generation}/document ${documentId}`, undefined);
    (await this.load()).delete(documentId);
  }

  private load(): Promise<Set<string>> {
    this.known ??= this.read().catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    return this.known;
  }

  private async read(): Promise<Set<string>> {
    const found = await (await opened(this.store)).find({ where: { generation: this.generation } });
    return new Set(found.flatMap(({ document: { documentId } }) => documentId ?? []));
  }
}

/** As {@link SetAsideDocuments.counts}; empty if the store is away, which a status shows by other means. */
export const setAsideCounts = (store: ReadModelStore, log: Log = silentLog): Promise<ReadonlyMap<unknown, number>> =>
  SetAsideDocuments.counts(store).catch((error: unknown) => {
    log.warn({ error }, 'what was set aside cannot be read');
    return new Map();
  });

const opened = (store: ReadModelStore): Promise<Collection<SetAsideDocument>> =>
  store.collection<SetAsideDocument>({ name: SET_ASIDE_DOCUMENTS, indexes: [['generation']] });

/** Guarded like every document by a number that rises; that of a removal counts, too. */
async function write(
  documents: Collection<SetAsideDocument>,
  id: string,
  document: SetAsideDocument | undefined,
): Promise<void> {
  for (;;) {
    const stored = (await documents.getForUpdate([id])).get(id);
    if ((await documents.bulk([{ id, position: (stored?.position ?? LOG_START) + 1, document }])) > 0) return;
  }
}
