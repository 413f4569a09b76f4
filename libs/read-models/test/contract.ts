import type { Collection, ReadModelStore, Write } from '../src';
import { collectionContract } from './contract-collections';
import { queryContract } from './contract-queries';
import { writeContract } from './contract-writes';

/** A document of no fixed shape: what a store must keep and answer from. */
export type Loose = Record<string, unknown>;

export interface ContractStore {
  readonly store: ReadModelStore;
  /** Closes the store and opens it again on the same data. */
  reopen(): Promise<ReadModelStore>;
  /** Closes what is open and removes the data. */
  dispose(): Promise<void>;
}

export interface ContractSubject {
  store(): ReadModelStore;
  reopen(): Promise<ReadModelStore>;
  documents(name?: string, indexes?: readonly (readonly string[])[]): Promise<Collection<Loose>>;
}

export const write = (id: string, position: number, document: Loose | undefined): Write<Loose> => ({
  id,
  position,
  document,
});

/** The one suite that every adapter of the `ReadModelStore` passes, each on the real thing. */
export function readModelStoreContract(name: string, open: () => Promise<ContractStore>): void {
  describe(`read model store contract: ${name}`, () => {
    let opened: ContractStore;
    let store: ReadModelStore;
    const subject: ContractSubject = {
      store: () => store,
      reopen: async () => (store = await opened.reopen()),
      documents: (collection = 'documents', indexes = []) => store.collection<Loose>({ name: collection, indexes }),
    };
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    writeContract(subject);
    queryContract(subject);
    collectionContract(subject);
  });
}
