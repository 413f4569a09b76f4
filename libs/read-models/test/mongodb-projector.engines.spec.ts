import { mongoStores } from './mongodb-fixture';
import { projectorContract } from './projector-contract';
import { rebuildContract } from './rebuild-contract';
import { remoteContract } from './remote-contract';
import { twoProjectorsContract } from './two-projectors-contract';

projectorContract('MongoDB', mongoStores());
rebuildContract('MongoDB', mongoStores());
twoProjectorsContract('MongoDB', mongoStores());
remoteContract('MongoDB', mongoStores());
