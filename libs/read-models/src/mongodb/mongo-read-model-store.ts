import { checkedCollectionName, checkedDefinition, checkedPosition } from '../query';
import type {
  Checkpoint,
  Collection,
  CollectionDefinition,
  Document,
  DocumentIndex,
  NamedCheckpoint,
  ReadModelStore,
} from '../read-model-store';
import { Checkpoints } from './checkpoints';
import { NAMESPACE_NOT_FOUND, unless } from './faults';
import { checkedLimits, reconcile } from './indexes';
import { KnownIds } from './known-ids';
import type { MongoAccess } from './mongo-access';
import { MongoCollection, physicalName } from './mongo-collection';

export class MongoReadModelStore implements ReadModelStore {
  readonly isExclusive = false;
  private readonly checkpoints: Checkpoints;
  /** The declared collections, so that a repeated declaration needs no request. */
  private readonly declared = new Map<string, { readonly indexes: string; readonly done: Promise<void> }>();

  private readonly known = new Map<string, KnownIds>();

  constructor(
    private readonly access: MongoAccess,
    private readonly database: string,
  ) {
    this.checkpoints = new Checkpoints(access);
  }

  async collection<Doc extends Document>(definition: CollectionDefinition): Promise<Collection<Doc>> {
    const { name, indexes } = checkedDefinition(definition);
    checkedLimits(`${this.database}.${physicalName(name)}`, indexes ?? []);
    if (indexes) await this.declare(name, indexes);
    const known = this.known.get(name) ?? new KnownIds();
    this.known.set(name, known);
    return new MongoCollection<Doc>(name, this.access, this.checkpoints, known);
  }

  async dropCollection(name: string): Promise<void> {
    checkedCollectionName(name);
    this.declared.delete(name);
    this.known.delete(name);
    await this.access.run((database) => database.dropCollection(physicalName(name)).catch(unless(NAMESPACE_NOT_FOUND)));
  }

  async collections(): Promise<string[]> {
    const prefix = physicalName('');
    const listed = await this.access.run((database) => database.listCollections({}, { nameOnly: true }).toArray());
    return listed.flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])).sort();
  }

  async checkpoint(name: string): Promise<Checkpoint | undefined> {
    return this.checkpoints.of(name);
  }

  async saveCheckpoint(checkpoint: NamedCheckpoint): Promise<void> {
    checkedPosition(checkpoint.position);
    await this.checkpoints.save(checkpoint);
  }

  async removeCheckpoint(name: string): Promise<void> {
    await this.checkpoints.remove(name);
  }

  async ping(): Promise<void> {
    await this.access.run((database) => database.command({ ping: 1 }));
  }

  async close(): Promise<void> {
    await this.access.close();
  }

  private async declare(name: string, indexes: readonly DocumentIndex[]): Promise<void> {
    const wanted = JSON.stringify(indexes);
    const before = this.declared.get(name);
    if (before?.indexes === wanted) return before.done;
    // One after the other: the last declaration is the one that remains.
    const done = (before?.done ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => reconcile(this.access, physicalName(name), indexes));
    const declaration = { indexes: wanted, done };
    this.declared.set(name, declaration);
    await done.catch((error: unknown) => {
      if (this.declared.get(name) === declaration) this.declared.delete(name);
      throw error;
    });
  }
}
