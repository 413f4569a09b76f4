import { openSqliteEventStore } from '@assay/event-store';
import { temporaryFile } from '../../event-store/test/temporary-file';
import { racingContract } from './racing-contract';

racingContract('SQLite', () => openSqliteEventStore({ file: temporaryFile() }));
