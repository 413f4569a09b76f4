import { eventStoreContract } from './contract';
import { InMemoryEventStore } from './in-memory-event-store';
import { contractUpcasts } from './reading/upcasting';

eventStoreContract('the store in memory', async () => new InMemoryEventStore({ upcasts: contractUpcasts }));
