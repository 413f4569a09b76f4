import { readModelStoreContract } from './contract';
import { testDatabase } from './mongodb-fixture';

readModelStoreContract('MongoDB', async () => {
  const database = testDatabase();
  let store = await database.open();
  return {
    store,
    reopen: async () => (await store.close(), (store = await database.open())),
    dispose: async () => (await store.close(), database.drop()),
  };
});
