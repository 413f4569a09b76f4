import { InfrastructureError } from '@assay/kernel';
import { coalesced } from './coalesced';
import type { BuildProgress } from './build-progress';
import { InvalidQuery, ReadModelNotReady } from './errors';
import { Generations } from './generations';
import type { Projection } from './projection';
import type { ReadModel } from './read-model';
import type { Collection, Document, ReadModelStore } from './read-model-store';
import type { ReadModels } from './read-models';

/** Which generation of each projection serves, as the store has it now; asked once for all who ask at the same time. */
type ServingGenerations = () => Promise<ReadonlyMap<string, string>>;

export function servingGenerations(
  store: ReadModelStore,
  projections: readonly Pick<Projection, 'name'>[],
): ServingGenerations {
  const names = projections.map(({ name }) => name);
  return coalesced(async () => (await Generations.open(store)).serving(names));
}

/** The read models for a process that runs no projector: an API replica, an auditor with the store opened read-only. */
export function readModelsOf(
  store: ReadModelStore,
  projections: readonly Pick<Projection, 'name'>[],
  serving: ServingGenerations = servingGenerations(store, projections),
  building: (name: string) => Promise<BuildProgress | undefined> = async () => undefined,
): ReadModels {
  const known = new Map<string, string>();
  const look = async (name: string): Promise<string> => {
    const active = (await serving()).get(name);
    if (active === undefined) throw new ReadModelNotReady(name, 'it has not been built yet', await building(name));
    known.set(name, active);
    return active;
  };
  const answered = async <Doc extends Document, Answer>(
    name: string,
    ask: (collection: Collection<Doc>) => Promise<Answer>,
  ): Promise<Answer> => {
    let generation = known.get(name) ?? (await look(name));
    for (;;) {
      const { answer, error } = await outcomeOf(async () => ask(await store.collection<Doc>({ name: generation })));
      if (error instanceof InfrastructureError) throw error;
      // A generation is dropped after it was replaced: what was read while it still served was read from all of it.
      const now = await look(name);
      if (now === generation) {
        if (error !== undefined) throw error;
        return answer as Answer;
      }
      generation = now;
    }
  };
  return {
    collection: <Doc extends Document>({ name }: ReadModel<Doc>): Collection<Doc> => ({
      name,
      get: (id) => answered(name, (documents: Collection<Doc>) => documents.get(id)),
      getMany: (ids) => answered(name, (documents: Collection<Doc>) => documents.getMany(ids)),
      getForUpdate: (ids) => answered(name, (documents: Collection<Doc>) => documents.getForUpdate(ids)),
      find: (query) => answered(name, (documents: Collection<Doc>) => documents.find(query)),
      count: (where) => answered(name, (documents: Collection<Doc>) => documents.count(where)),
      countBy: (field, where) => answered(name, (documents: Collection<Doc>) => documents.countBy(field, where)),
      bulk: () => Promise.reject(new InvalidQuery(`${name} is written by its projector alone`)),
    }),
  };
}

async function outcomeOf<Answer>(
  work: () => Promise<Answer>,
): Promise<{ readonly answer?: Answer; readonly error?: unknown }> {
  try {
    return { answer: await work() };
  } catch (error) {
    return { error };
  }
}
