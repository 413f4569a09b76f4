import { openSqliteEventStore } from '@assay/event-store';
import { temporaryFile } from '../../event-store/test/temporary-file';
import { openingContract } from './opening-contract';

openingContract('SQLite', () => openSqliteEventStore({ file: temporaryFile() }));
