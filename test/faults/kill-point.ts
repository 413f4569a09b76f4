import type { EventStore } from '@assay/event-store';
import type { Collection, Document, ReadModelStore } from '@assay/read-models';

/** A moment at which the process is killed: just before or just after the n-th write of this kind. */
export interface KillPoint {
  readonly when: 'before' | 'after';
  /** An event of this type is appended (to a stream that begins so), or documents of this read model are written. */
  readonly write: { readonly event: string; readonly stream?: string } | { readonly readModel: string };
  /** From 1; default 1. */
  readonly nth?: number;
}

/** SIGKILL, so that nothing of ours can run afterwards. The promise never settles. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

function countdown({ nth = 1 }: KillPoint): () => boolean {
  let seen = 0;
  return () => (seen += 1) === nth;
}

/** The store, and death at the chosen append. */
export function killedAtAppend(store: EventStore, point: KillPoint): EventStore {
  if (!('event' in point.write)) return store;
  const { event, stream = '' } = point.write;
  const reached = countdown(point);
  return new Proxy(store, {
    get(target, property) {
      if (property !== 'append') return bound(target, property);
      return async (...args: Parameters<EventStore['append']>) => {
        const fatal = args[0].startsWith(stream) && args[1].some(({ type }) => type === event) && reached();
        if (fatal && point.when === 'before') await die();
        const appended = await target.append(...args);
        if (fatal) await die();
        return appended;
      };
    },
  });
}

/** The store, and death at the chosen write of documents with their checkpoint. */
export function killedAtWrite(store: ReadModelStore, point: KillPoint): ReadModelStore {
  if (!('readModel' in point.write)) return store;
  const { readModel } = point.write;
  const reached = countdown(point);
  const watched = <Doc extends Document>(collection: Collection<Doc>): Collection<Doc> =>
    new Proxy(collection, {
      get(target, property) {
        if (property !== 'bulk') return bound(target, property);
        return async (...args: Parameters<Collection<Doc>['bulk']>) => {
          const fatal = args[0].length > 0 && reached();
          if (fatal && point.when === 'before') await die();
          const written = await target.bulk(...args);
          if (fatal) await die();
          return written;
        };
      },
    });
  return new Proxy(store, {
    get(target, property) {
      if (property !== 'collection') return bound(target, property);
      return async (definition: Parameters<ReadModelStore['collection']>[0]) => {
        const collection = await target.collection(definition);
        return definition.name.startsWith(`${readModel}@`) ? watched(collection) : collection;
      };
    },
  });
}

function bound(target: object, property: string | symbol): unknown {
  const value: unknown = Reflect.get(target, property, target);
  return typeof value === 'function' ? value.bind(target) : value;
}
