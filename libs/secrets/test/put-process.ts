import { createFolderSecretStore } from '../src';

// One process of putInProcesses. It reports that it is ready, and stores its secret on the next message.
const { folder, keyFile, name, organizationId } = JSON.parse(process.argv[2]!) as Record<
  'folder' | 'keyFile' | 'name' | 'organizationId',
  string
>;
const store = createFolderSecretStore({ folder, keys: [], keyFile });
process.once('message', () => {
  store.put({ organizationId, name }, `secret of ${organizationId}`).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send!('ready');
