import { EventStoreUnavailable } from '../errors';
import type { EventStore } from '../event-store';

/** Opens an EventStoreDB (or KurrentDB) by its connection string. */
export async function openEventStoreDb({ url }: { readonly url: string }): Promise<EventStore> {
  throw new EventStoreUnavailable(`${new URL(url).protocol} is not supported yet`);
}
