import { openSqliteReadModelStore } from '../src';
import { readModelStoreContract } from './contract';
import { temporaryDirectory } from './temporary-directory';

readModelStoreContract('SQLite', async () => {
  const directory = temporaryDirectory();
  const open = () => openSqliteReadModelStore({ file: directory.file('read-models.db') });
  let store = await open();
  return {
    store,
    reopen: async () => (await store.close(), (store = await open())),
    dispose: async () => (await store.close(), directory.remove()),
  };
});
