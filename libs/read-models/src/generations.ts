import type { LogPosition } from '@assay/event-store';
import { ReadModelNotReady } from './errors';
import type { Projection } from './projection';
import type { Collection, Document, ReadModelStore } from './read-model-store';
import type { ReadModels } from './read-models';

export const BOOKKEEPING = 'read-model-generations';

/** Which of a projection's collections serves, and which is being built to replace it. */
export interface GenerationRecord {
  readonly active?: string;
  readonly building?: string;
}

const GENERATION = /^(.+)@(\d+)\.(\d+)$/;

export const generationName = (projection: string, version: number, generation: number): string => `${projection}@${version}.${generation}`;

export function parsedGeneration(collection: string): { readonly projection: string; readonly version: number; readonly generation: number } | undefined {
  const [, projection, version, generation] = GENERATION.exec(collection) ?? [];
  return projection === undefined ? undefined : { projection, version: Number(version), generation: Number(generation) };
}

/** The bookkeeping: one small document a projection, so that a swap is one write. */
export class Generations {
  private constructor(private readonly store: ReadModelStore, private readonly records: Collection<GenerationRecord>) {}

  static async open(store: ReadModelStore): Promise<Generations> {
    return new Generations(store, await store.collection<GenerationRecord>({ name: BOOKKEEPING, indexes: [] }));
  }

  async of(projection: string): Promise<GenerationRecord> {
    return (await this.records.get(projection))?.document ?? {};
  }

  async save(projection: string, record: GenerationRecord): Promise<void> {
    const position: LogPosition = ((await this.records.get(projection))?.position ?? 0) + 1;
    await this.records.bulk([{ id: projection, position, document: record }]);
  }

  /** A name that no collection of the projection ever had in this store. */
  async next({ name, version }: Projection): Promise<string> {
    const { active, building } = await this.of(name);
    const known = [...(await this.store.collections()), active, building]
      .map((collection) => (collection === undefined ? undefined : parsedGeneration(collection)))
      .filter((parsed) => parsed?.projection === name)
      .map((parsed) => parsed!.generation);
    return generationName(name, version, Math.max(0, ...known) + 1);
  }

  /** Removes the projection's collections that are neither serving nor worth going on with. */
  async dropOrphans(projection: string): Promise<readonly string[]> {
    const { active, building } = await this.of(projection);
    const orphans = (await this.store.collections()).filter((name) => parsedGeneration(name)?.projection === projection && name !== active && name !== building);
    for (const orphan of orphans) await this.drop(orphan);
    return orphans;
  }

  /** Gives up a build; what serves goes on serving. */
  async abandon(projection: string, active: string | undefined, building: string): Promise<void> {
    await this.save(projection, { active });
    await this.drop(building);
  }

  async drop(collection: string): Promise<void> {
    await this.store.dropCollection(collection);
    await this.store.removeCheckpoint(collection);
  }
}

/** A collection that is looked up anew for each call, so that a swap of generations shows at once. */
export function servedBy<Doc extends Document>(name: string, serving: () => Promise<Collection<Doc>> | Collection<Doc>): Collection<Doc> {
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

/** The read models for a process that runs no projector: an API replica, an auditor with the store opened read-only. */
export function readModelsOf(store: ReadModelStore, projections: readonly Pick<Projection, 'name' | 'indexes'>[]): ReadModels {
  const indexes = new Map(projections.map((projection) => [projection.name, projection.indexes]));
  const declared = new Map<string, Collection<Document>>();
  const declare = async (name: string, generation: string) => {
    const collection = declared.get(generation) ?? (await store.collection<Document>({ name: generation, indexes: indexes.get(name) ?? [] }));
    declared.set(generation, collection);
    return collection;
  };
  return {
    collection: <Doc extends Document>(name: string) =>
      servedBy<Doc>(name, async () => {
        const records = await store.collection<GenerationRecord>({ name: BOOKKEEPING, indexes: [] });
        const active = (await records.get(name))?.document.active;
        if (active === undefined) throw new ReadModelNotReady(name, 'it has not been built yet');
        return (await declare(name, active)) as Collection<Doc>;
      }),
  };
}
