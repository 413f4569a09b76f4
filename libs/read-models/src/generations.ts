import { isDeepStrictEqual } from 'node:util';
import { LOG_START } from '@assay/event-store';
import { SetAsideDocuments } from './set-aside-documents';
import type { Projection } from './projection';
import type { Collection, Document, ReadModelStore } from './read-model-store';

export const BOOKKEEPING = 'read-model-generations';

/** Which of a projection's collections serves, and which is being built to replace it. */
interface GenerationRecord {
  readonly active?: string;
  readonly building?: string;
  /** The number of the newest generation that there ever was: none is given twice. */
  readonly last?: number;
}

const GENERATION = /^(.+)@(\d+)\.(\d+)$/;

const generationName = (projection: string, version: number, generation: number): string =>
  `${projection}@${version}.${generation}`;

export function parsedGeneration(
  collection: string,
): { readonly projection: string; readonly version: number; readonly generation: number } | undefined {
  const [, projection, version, generation] = GENERATION.exec(collection) ?? [];
  return projection === undefined
    ? undefined
    : { projection, version: Number(version), generation: Number(generation) };
}

/**
 * The bookkeeping: one small document a projection, so that a swap is one write. Another process may change it at any
 * moment (a projector that was thought dead, a rebuild from the command line): each change is decided from the record
 * that it replaces, and a collection that was dropped has a name that never comes back.
 */
export class Generations {
  private constructor(
    private readonly store: ReadModelStore,
    private readonly records: Collection<GenerationRecord>,
  ) {}

  static async open(store: ReadModelStore): Promise<Generations> {
    return new Generations(store, await store.collection<GenerationRecord>({ name: BOOKKEEPING, indexes: [] }));
  }

  async of(projection: string): Promise<GenerationRecord> {
    return (await this.records.getForUpdate([projection])).get(projection)?.document ?? {};
  }

  /** Which of each projection's collections serves. */
  async serving(projections: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const records = await this.records.getForUpdate(projections);
    return new Map(
      [...records].flatMap(([projection, { document }]) =>
        document?.active === undefined ? [] : [[projection, document.active] as const],
      ),
    );
  }

  /**
   * The record as it is afterwards. `decide` is asked again when somebody else was first; giving its argument back
   * changes nothing.
   */
  async change(
    projection: string,
    decide: (record: GenerationRecord) => GenerationRecord | Promise<GenerationRecord>,
  ): Promise<GenerationRecord> {
    for (;;) {
      const stored = (await this.records.getForUpdate([projection])).get(projection);
      const before = stored?.document ?? {};
      const after = await decide(before);
      if (isDeepStrictEqual(definedOf(before), definedOf(after))) return before;
      if (
        (await this.records.bulk([
          { id: projection, position: (stored?.position ?? LOG_START) + 1, document: after },
        ])) > 0
      )
        return after;
    }
  }

  /** A name that no collection of the projection ever had in this store, and the record that remembers it. */
  async next(
    { name, version }: Projection,
    record: GenerationRecord,
  ): Promise<{ readonly name: string; readonly last: number }> {
    const known = [...(await this.store.collections()), record.active, record.building]
      .map((collection) => (collection === undefined ? undefined : parsedGeneration(collection)))
      .filter((parsed) => parsed?.projection === name)
      .map((parsed) => parsed!.generation);
    const last = Math.max(record.last ?? 0, ...known) + 1;
    return { name: generationName(name, version, last), last };
  }

  /** The generation to build: the one that an interrupted build left, else a new one. */
  async begin(projection: Projection): Promise<{ readonly name: string; readonly resumed: boolean }> {
    let resumed = true;
    const { building } = await this.change(projection.name, async (record) => {
      resumed = record.building !== undefined && parsedGeneration(record.building)?.version === projection.version;
      if (resumed) return record;
      const { name, last } = await this.next(projection, record);
      return { ...record, building: name, last };
    });
    return { name: building!, resumed };
  }

  /**
   * Puts a finished build in the place of what serves. False if somebody else has given it up meanwhile: it may lack
   * documents.
   */
  async serve(projection: string, built: string): Promise<boolean> {
    const { active } = await this.change(projection, (record) =>
      record.building === built ? { ...record, active: built, building: undefined } : record,
    );
    return active === built;
  }

  /** Removes the projection's collections that are neither serving nor worth going on with. */
  async dropOrphans(projection: string): Promise<readonly string[]> {
    // In this order: a collection that comes into being after the list was made is not on it.
    const existing = await this.store.collections();
    const { active, building } = await this.of(projection);
    const orphans = existing.filter(
      (name) => parsedGeneration(name)?.projection === projection && name !== active && name !== building,
    );
    for (const orphan of orphans) await this.drop(orphan);
    return orphans;
  }

  /** Gives up a build; what serves keeps serving. False if somebody else had given it up before. */
  async abandon(projection: string, building: string): Promise<boolean> {
    let isKnown = false;
    const { active } = await this.change(projection, (record) => {
      isKnown = record.building === building;
      return isKnown ? { ...record, building: undefined } : record;
    });
    if (active !== building) await this.drop(building);
    return isKnown;
  }

  async drop(collection: string): Promise<void> {
    await this.store.dropCollection(collection);
    await this.store.removeCheckpoint(collection);
    await SetAsideDocuments.drop(this.store, collection);
  }
}

/** As a store gives it back. */
const definedOf = (record: GenerationRecord): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** A collection that is looked up again for each call, so that a swap of generations shows at once. */
export function servedBy<Doc extends Document>(
  name: string,
  serving: () => Promise<Collection<Doc>> | Collection<Doc>,
): Collection<Doc> {
  return {
    name,
    get: async (id) => (await serving()).get(id),
    getMany: async (ids) => (await serving()).getMany(ids),
    getForUpdate: async (ids) => (await serving()).getForUpdate(ids),
    find: async (query) => (await serving()).find(query),
    count: async (where) => (await serving()).count(where),
    countBy: async (field, where) => (await serving()).countBy(field, where),
    bulk: async (writes, checkpoint) => (await serving()).bulk(writes, checkpoint),
  };
}
