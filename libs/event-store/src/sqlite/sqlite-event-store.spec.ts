import { eventStoreContract } from '../../test/contract';
import { contractUpcasts } from '../../test/reading/upcasting';
import { temporaryFile } from '../../test/temporary-file';
import { openSqliteEventStore } from './sqlite-event-store';

eventStoreContract('SQLite', () => openSqliteEventStore({ file: temporaryFile(), upcasts: contractUpcasts }));
