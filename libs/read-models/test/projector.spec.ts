import { projectorContract } from './projector-contract';
import { rebuildContract } from './rebuild-contract';
import { remoteContract } from './remote-contract';
import { sqliteStores } from './store-source';
import { twoProjectorsContract } from './two-projectors-contract';

projectorContract('SQLite', sqliteStores());
rebuildContract('SQLite', sqliteStores());
twoProjectorsContract('SQLite', sqliteStores());
remoteContract('SQLite', sqliteStores());
