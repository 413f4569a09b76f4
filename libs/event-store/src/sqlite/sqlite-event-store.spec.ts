import { eventStoreContract } from '../../test/contract';
import { temporaryFile } from '../../test/temporary-file';
import { openSqliteEventStore } from './sqlite-event-store';

eventStoreContract('SQLite', () => openSqliteEventStore({ file: temporaryFile() }));
