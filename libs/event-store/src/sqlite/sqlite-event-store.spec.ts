import { eventStoreContract } from '../../test/contract';
import { contractUpcasts } from '../../test/reading/upcasting';
import { temporaryFile } from '../../test/temporary-file';
import { openSqliteEventStore } from './sqlite-event-store';

eventStoreContract('SQLite', () => openSqliteEventStore({ file: temporaryFile(), upcasts: contractUpcasts }));
eventStoreContract('SQLite for the life of a process', () =>
  openSqliteEventStore({ file: temporaryFile(), upcasts: contractUpcasts, brief: true }),
);
